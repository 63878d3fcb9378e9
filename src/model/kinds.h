#ifndef DCPLAN_MODEL_KINDS_H
#define DCPLAN_MODEL_KINDS_H

/* Every kind of section, in one array. */

#include "input/object.h"

enum kind_id {
    KIND_SITE,
    KIND_CLIMATE,
    KIND_TARIFF,
    KIND_ROOM,
    KIND_RACK,
    KIND_SERVER,
    KIND_WORKLOAD,
    KIND_PSU,
    KIND_PDU,
    KIND_UPS,
    KIND_TRANSFORMER,
    KIND_UTILITY,
    KIND_GENERATOR,
    KIND_SWITCHBOARD,
    KIND_ATS,
    KIND_STS,
    KIND_BUSWAY,
    KIND_RPP,
    KIND_BREAKER,
    KIND_RACKPDU,
    KIND_BANK,
    KIND_BATTERY,
    KIND_LOAD,
    KIND_CRAC,
    KIND_CRAH,
    KIND_AHU,
    KIND_REARDOOR,
    KIND_LOOP,
    KIND_ECONOMIZER,
    KIND_CHILLER,
    KIND_TOWER,
    KIND_DRYCOOLER,
    KIND_CDU,
    KIND_REUSE,
    KIND_STORAGE,
    KIND_CAPEX,
    KIND_FX,
    KIND_OBSTACLE,
    KIND_FABRIC,
    KIND_DEPLOYMENT,
    KIND_BLOCK,
    KIND_RATE,
    KIND_FINANCE,
    KIND_COST,
    KIND_COLO,
    KIND_CLOUD,
    KIND_JOB,
    KIND_SCENARIO,
    KIND_CORRELATION,
    N_KIND
};

/* Parts that power passes through; they begin with struct electrical. */
static inline bool kind_is_electrical(int kind)
{
    return kind >= KIND_PDU && kind <= KIND_BANK;
}

/* The array [N_KIND], made in the arena: the tables' lengths are constants of
   other files, which C does not take in a static initializer. */
const struct kind *model_kinds(struct arena *a);

#endif
