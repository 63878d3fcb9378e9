#include "model/kinds.h"

#include "model/airside.h"
#include "model/climate.h"
#include "model/cloud.h"
#include "model/correlation.h"
#include "model/fabric.h"
#include "model/finance.h"
#include "model/growth.h"
#include "model/obstacle.h"
#include "model/pdu.h"
#include "model/psu.h"
#include "model/rate.h"
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
/* The kind that has its struct's name. */
#define OF(word, doc, flags)                                                                       \
    {                                                                                              \
#word, word##_params, word##_n_params, sizeof(struct word), doc, flags                     \
    }
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
        [KIND_CLIMATE] = OF(climate, "weather: a file, or monthly statistics", KIND_PART),
        [KIND_TARIFF] = OF(tariff, "electricity tariff", KIND_PART),
        [KIND_ROOM] = OF(room, "room with servers", KIND_PART),
        [KIND_RACK] = OF(rack, "group of equal racks", KIND_PART),
        [KIND_SERVER] = OF(server, "group of equal servers", KIND_PART),
        [KIND_WORKLOAD] = OF(workload, "activity over the year", KIND_PART),
        [KIND_PSU] = OF(psu, "server power supply", KIND_PART),
        [KIND_PDU] = OF(pdu, "power distribution unit", KIND_PART),
        [KIND_UPS] = OF(ups, "uninterruptible power supply", KIND_PART),
        [KIND_TRANSFORMER] = OF(transformer, "transformer", KIND_PART),
        [KIND_UTILITY] = OF(utility, "where electricity is bought", KIND_REQUIRED),
        [KIND_GENERATOR] = OF(generator, "standby generator sets", KIND_PART),
        [KIND_SWITCHBOARD] = DISTRIBUTION("switchboard", "switchboard or main bus"),
        [KIND_ATS] = TRANSFER("ats", "automatic transfer switch"),
        [KIND_STS] = TRANSFER("sts", "static transfer switch"),
        [KIND_BUSWAY] = DISTRIBUTION("busway", "busway with tap-offs"),
        [KIND_RPP] = DISTRIBUTION("rpp", "remote power panel"),
        [KIND_BREAKER] = DISTRIBUTION("breaker", "breaker with its cable"),
        [KIND_RACKPDU] = DISTRIBUTION("rackpdu", "power strip in a rack"),
        [KIND_BANK] = DISTRIBUTION("bank", "breaker bank of a power strip or panel"),
        [KIND_BATTERY] = OF(battery, "battery of a UPS", KIND_PART),
        [KIND_LOAD] = OF(load, "lighting or another fixed load", 0),
        [KIND_CRAC] = OF(crac, "direct-expansion room unit", KIND_PART),
        [KIND_CRAH] = OF(crah, "chilled-water room unit", KIND_PART),
        [KIND_AHU] = OF(ahu, "fresh-air unit (air-side economizer)", KIND_PART),
        [KIND_REARDOOR] = OF(reardoor, "rear-door heat exchangers of racks", KIND_PART),
        [KIND_LOOP] = OF(loop, "water circuit", KIND_PART),
        [KIND_ECONOMIZER] = OF(economizer, "water-side economizer (plate exchanger)", KIND_PART),
        [KIND_CHILLER] = OF(chiller, "chiller", KIND_PART),
        [KIND_TOWER] = OF(tower, "cooling tower", KIND_PART),
        [KIND_DRYCOOLER] = OF(drycooler, "dry or adiabatic cooler", KIND_PART),
        [KIND_CDU] = OF(cdu, "coolant distribution unit", KIND_PART),
        [KIND_REUSE] = OF(reuse, "heat of a loop that is handed over to be used", KIND_PART),
        [KIND_STORAGE] =
            OF(storage, "tank of chilled water that is charged in some hours", KIND_PART),
        [KIND_CAPEX] = OF(capex, "a price of something that is no part", KIND_PART),
        [KIND_FX] = OF(fx, "exchange rate", 0),
        [KIND_OBSTACLE] = OF(obstacle, "what else stands on the floor", KIND_PART),
        [KIND_FABRIC] = OF(fabric, "switches that servers are cabled to", KIND_PART),
        [KIND_DEPLOYMENT] = OF(deployment, "servers that come or go at a date", 0),
        [KIND_BLOCK] = {"block", block_params, block_n_params, sizeof(struct growth_block),
                        "what a part can be enlarged by, and when", KIND_PART},
        [KIND_RATE] = OF(rate, "line of an electricity bill", KIND_PART),
        [KIND_FINANCE] = OF(finance, "what money is counted by over the years", KIND_SINGLE),
        [KIND_COST] = OF(cost, "cost of something that is no part", KIND_PART),
        [KIND_COLO] = OF(colo, "colocation offer", KIND_PART),
        [KIND_CLOUD] = OF(cloud, "cloud offer", KIND_PART),
        [KIND_JOB] = OF(job, "work that needs accelerators", KIND_PART),
        [KIND_SCENARIO] = OF(scenario, "other rates and prices to count by", 0),
        [KIND_CORRELATION] = OF(correlation, "uncertain values that go together", 0),
    };
    struct kind *k = ARENA_ARRAY(a, struct kind, N_KIND);
    for (int i = 0; i < N_KIND; i++) k[i] = kinds[i];
    return k;
}
