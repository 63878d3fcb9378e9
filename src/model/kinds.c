#include "model/kinds.h"

#include "model/airside.h"
#include "model/climate.h"
#include "model/pdu.h"
#include "model/psu.h"
#include "model/reardoor.h"
#include "model/room.h"
#include "model/server.h"
#include "model/siteinfo.h"
#include "model/storage.h"
#include "model/tariff.h"
#include "model/transformer.h"
#include "model/ups.h"
#include "model/utility.h"
#include "model/waterside.h"
#include "model/workload.h"

/* Kinds that differ only in name. */
#define DISTRIBUTION(name, doc)                                                                    \
    {                                                                                              \
        name, pdu_params, pdu_n_params, sizeof(struct pdu), doc, KIND_PART                         \
    }
#define TRANSFER(name, doc)                                                                        \
    {                                                                                              \
        name, transfer_params, transfer_n_params, sizeof(struct pdu), doc, KIND_PART               \
    }

const struct kind *model_kinds(struct arena *a)
{
    const struct kind kinds[N_KIND] = {
        [KIND_SITE] = {"site", siteinfo_params, siteinfo_n_params, sizeof(struct siteinfo),
                       "the site as a whole", KIND_SINGLE | KIND_REQUIRED},
        [KIND_CLIMATE] = {"climate", climate_params, climate_n_params, sizeof(struct climate),
                          "weather: a file, or monthly statistics", KIND_PART},
        [KIND_TARIFF] = {"tariff", tariff_params, tariff_n_params, sizeof(struct tariff),
                         "electricity tariff", KIND_PART},
        [KIND_ROOM] = {"room", room_params, room_n_params, sizeof(struct room), "room with servers",
                       KIND_PART},
        [KIND_RACK] = {"rack", rack_params, rack_n_params, sizeof(struct rack),
                       "group of equal racks", KIND_PART},
        [KIND_SERVER] = {"server", server_params, server_n_params, sizeof(struct server),
                         "group of equal servers", KIND_PART},
        [KIND_WORKLOAD] = {"workload", workload_params, workload_n_params, sizeof(struct workload),
                           "activity over the year", KIND_PART},
        [KIND_PSU] = {"psu", psu_params, psu_n_params, sizeof(struct psu), "server power supply",
                      KIND_PART},
        [KIND_PDU] = {"pdu", pdu_params, pdu_n_params, sizeof(struct pdu),
                      "power distribution unit", KIND_PART},
        [KIND_UPS] = {"ups", ups_params, ups_n_params, sizeof(struct ups),
                      "uninterruptible power supply", KIND_PART},
        [KIND_TRANSFORMER] = {"transformer", transformer_params, transformer_n_params,
                              sizeof(struct transformer), "transformer", KIND_PART},
        [KIND_UTILITY] = {"utility", utility_params, utility_n_params, sizeof(struct utility),
                          "where electricity is bought", KIND_REQUIRED},
        [KIND_GENERATOR] = {"generator", generator_params, generator_n_params,
                            sizeof(struct generator), "standby generator sets", KIND_PART},
        [KIND_SWITCHBOARD] = DISTRIBUTION("switchboard", "switchboard or main bus"),
        [KIND_ATS] = TRANSFER("ats", "automatic transfer switch"),
        [KIND_STS] = TRANSFER("sts", "static transfer switch"),
        [KIND_BUSWAY] = DISTRIBUTION("busway", "busway with tap-offs"),
        [KIND_RPP] = DISTRIBUTION("rpp", "remote power panel"),
        [KIND_BREAKER] = DISTRIBUTION("breaker", "breaker with its cable"),
        [KIND_RACKPDU] = DISTRIBUTION("rackpdu", "power strip in a rack"),
        [KIND_BANK] = DISTRIBUTION("bank", "breaker bank of a power strip or panel"),
        [KIND_BATTERY] = {"battery", battery_params, battery_n_params, sizeof(struct battery),
                          "battery of a UPS", KIND_PART},
        [KIND_LOAD] = {"load", load_params, load_n_params, sizeof(struct load),
                       "lighting or another fixed load", 0},
        [KIND_CRAC] = {"crac", crac_params, crac_n_params, sizeof(struct crac),
                       "direct-expansion room unit", KIND_PART},
        [KIND_CRAH] = {"crah", crah_params, crah_n_params, sizeof(struct crah),
                       "chilled-water room unit", KIND_PART},
        [KIND_AHU] = {"ahu", ahu_params, ahu_n_params, sizeof(struct ahu),
                      "fresh-air unit (air-side economizer)", KIND_PART},
        [KIND_REARDOOR] = {"reardoor", reardoor_params, reardoor_n_params, sizeof(struct reardoor),
                           "rear-door heat exchangers of racks", KIND_PART},
        [KIND_LOOP] = {"loop", loop_params, loop_n_params, sizeof(struct loop), "water circuit",
                       KIND_PART},
        [KIND_ECONOMIZER] = {"economizer", economizer_params, economizer_n_params,
                             sizeof(struct economizer), "water-side economizer (plate exchanger)",
                             KIND_PART},
        [KIND_CHILLER] = {"chiller", chiller_params, chiller_n_params, sizeof(struct chiller),
                          "chiller", KIND_PART},
        [KIND_TOWER] = {"tower", tower_params, tower_n_params, sizeof(struct tower),
                        "cooling tower", KIND_PART},
        [KIND_DRYCOOLER] = {"drycooler", drycooler_params, drycooler_n_params,
                            sizeof(struct drycooler), "dry or adiabatic cooler", KIND_PART},
        [KIND_CDU] = {"cdu", cdu_params, cdu_n_params, sizeof(struct cdu),
                      "coolant distribution unit", KIND_PART},
        [KIND_REUSE] = {"reuse", reuse_params, reuse_n_params, sizeof(struct reuse),
                        "heat of a loop that is handed over to be used", KIND_PART},
        [KIND_STORAGE] = {"storage", storage_params, storage_n_params, sizeof(struct storage),
                          "tank of chilled water that is charged in some hours", KIND_PART},
        [KIND_CAPEX] = {"capex", capex_params, capex_n_params, sizeof(struct capex),
                        "a price of something that is no part", KIND_PART},
        [KIND_FX] = {"fx", fx_params, fx_n_params, sizeof(struct fx), "exchange rate", 0},
    };
    struct kind *k = ARENA_ARRAY(a, struct kind, N_KIND);
    for (int i = 0; i < N_KIND; i++) k[i] = kinds[i];
    return k;
}
