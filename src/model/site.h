#ifndef DCPLAN_MODEL_SITE_H
#define DCPLAN_MODEL_SITE_H

/* The assembled site: parts by kind, references as indices, patterns expanded.
   Const once made; a case of a study is a copy. */

#include "model/airside.h"
#include "model/climate.h"
#include "model/cloud.h"
#include "model/electrical.h"
#include "model/fabric.h"
#include "model/finance.h"
#include "model/growth.h"
#include "model/kinds.h"
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

struct copy { /* a part made by a pattern or by each: k of n */
    int k, n;
    int rack;       /* group of racks it is made for each of, at any remove; -1: none */
    bool is_pooled; /* see site_make_pooled */
};

struct bag {
    int n;
    void *item;                   /* n structs of the kind */
    const char **name;            /* of the part: "main", or "main#1" of a pattern */
    const struct object **object; /* what each came from */
    struct copy *copy;
};

struct site {
    const char *name;  /* short: the file's name */
    const char *title; /* for people */
    struct object_set objects;
    struct bag of[N_KIND];
    int *depth[N_KIND]; /* of electrical parts, see site_depth; NULL of other kinds */
    const struct siteinfo *info;
    const struct tariff *tariff;   /* NULL: none */
    const struct finance *finance; /* NULL: no section, so no plan of money */
    const char *currency;          /* "" when no money is known */
    double altitude_m;
    int n_pooled;
    const char **pooled; /* parts whose sources site_make_pooled changed */
};

/* Assembles and links; false when a reference leads nowhere, leads round in a
   circle, or a rule between fields is broken (model/check). */
bool site_make(struct site *out, const char *name, const struct object_set *objects,
               struct arena *a, struct diags *ds);

/* The same with the systems of one UPS as a pool, for comparing patterns of redundancy: what
   names one system, or one of what is made for each system, is fed by all that carry load
   in equal parts; of standby sources only the first counts, and a reserve beside others
   does not.  ups NULL: none. */
bool site_make_pooled(struct site *out, const char *name, const struct object_set *objects,
                      const char *ups, struct arena *a, struct diags *ds);

/* "ups.main#1", for people and tables. */
const char *site_part_name(const struct site *s, int kind, int index, struct arena *a);

/* Elements between an electrical part and the utility, the longest way; 0 of a utility,
   -1 of what does not reach one on every way. */
int site_depth(const struct site *s, int kind, int index);

/* Rated power of the transformers fed by the utility, VA. */
double site_transformer_va(const struct site *s);

/* Units of the site's currency for one of another, by the exchange rates it gives; 1 of its own,
   NaN without a rate. */
double site_exchange(const struct site *s, const char *currency);
/* An amount in the site's currency, per SI unit of what it is paid for; NaN when there is no
   price or no rate. */
double site_money(const struct site *s, const struct money *m);

/* Price of one unit in the site's currency, by the exchange rates it gives; NaN when there
   is no price or no rate. */
double site_price(const struct site *s, const struct part *p);
/* The same of a module of a UPS: its module_price, or the price of the system over its modules
   where it has none (or none with a rate). */
double site_module_price(const struct site *s, int ups);
/* The same of a pump of a loop, with its share of the pipes. */
double site_pump_price(const struct site *s, int loop);
/* The same of one unit of any part: its price; where it has none, that of the modules of a UPS
   and of the pumps of a loop. */
double site_unit_price(const struct site *s, int kind, int index);

/* Price of water, per m3, likewise. */
double site_water_price(const struct site *s);

/* How many units of a part are bought: its count; of a battery, one for each system of the UPS that
   it backs. */
int site_units(const struct site *s, int kind, int index);

/* Whether parts of the kind are bought, so that the capital cost counts them. */
bool site_is_bought(int kind);
/* Sum of the prices of all parts in the site's currency; n_missing counts parts
   without a price.  NaN when no part has one. */
double site_capex(const struct site *s, int *n_priced, int *n_missing);
/* Names of the parts without a price. */
const char **site_unpriced(const struct site *s, int *n, struct arena *a);

/* What all parts have; of the kinds that begin with struct part. */
static inline const struct part *site_part(const struct site *s, int kind, int i)
{
    return (const struct part *)(const void *)((const char *)s->of[kind].item +
                                               (size_t)i * s->objects.kinds[kind].size);
}

#define SITE_PART(s, kind, type, i) (&((const type *)(s)->of[kind].item)[i])

static inline const struct room *site_room(const struct site *s, int i)
{
    return SITE_PART(s, KIND_ROOM, struct room, i);
}
static inline const struct rack *site_rack(const struct site *s, int i)
{
    return SITE_PART(s, KIND_RACK, struct rack, i);
}
static inline const struct server *site_server(const struct site *s, int i)
{
    return SITE_PART(s, KIND_SERVER, struct server, i);
}
static inline const struct workload *site_workload(const struct site *s, int i)
{
    return SITE_PART(s, KIND_WORKLOAD, struct workload, i);
}
static inline const struct psu *site_psu(const struct site *s, int i)
{
    return SITE_PART(s, KIND_PSU, struct psu, i);
}
static inline const struct pdu *site_pdu(const struct site *s, int i)
{
    return SITE_PART(s, KIND_PDU, struct pdu, i);
}
static inline const struct ups *site_ups(const struct site *s, int i)
{
    return SITE_PART(s, KIND_UPS, struct ups, i);
}
/* Of the electrical kinds. */
static inline const struct electrical *site_electrical(const struct site *s, int kind, int i)
{
    return (const struct electrical *)(const void *)site_part(s, kind, i);
}
static inline const struct generator *site_generator(const struct site *s, int i)
{
    return SITE_PART(s, KIND_GENERATOR, struct generator, i);
}
static inline const struct battery *site_battery(const struct site *s, int i)
{
    return SITE_PART(s, KIND_BATTERY, struct battery, i);
}
static inline const struct transformer *site_transformer(const struct site *s, int i)
{
    return SITE_PART(s, KIND_TRANSFORMER, struct transformer, i);
}
static inline const struct utility *site_utility(const struct site *s, int i)
{
    return SITE_PART(s, KIND_UTILITY, struct utility, i);
}
static inline const struct load *site_load_part(const struct site *s, int i)
{
    return SITE_PART(s, KIND_LOAD, struct load, i);
}
static inline const struct crac *site_crac(const struct site *s, int i)
{
    return SITE_PART(s, KIND_CRAC, struct crac, i);
}
static inline const struct crah *site_crah(const struct site *s, int i)
{
    return SITE_PART(s, KIND_CRAH, struct crah, i);
}
static inline const struct ahu *site_ahu(const struct site *s, int i)
{
    return SITE_PART(s, KIND_AHU, struct ahu, i);
}
static inline const struct reardoor *site_reardoor(const struct site *s, int i)
{
    return SITE_PART(s, KIND_REARDOOR, struct reardoor, i);
}
static inline const struct loop *site_loop(const struct site *s, int i)
{
    return SITE_PART(s, KIND_LOOP, struct loop, i);
}
static inline const struct economizer *site_economizer(const struct site *s, int i)
{
    return SITE_PART(s, KIND_ECONOMIZER, struct economizer, i);
}
static inline const struct chiller *site_chiller(const struct site *s, int i)
{
    return SITE_PART(s, KIND_CHILLER, struct chiller, i);
}
static inline const struct tower *site_tower(const struct site *s, int i)
{
    return SITE_PART(s, KIND_TOWER, struct tower, i);
}
static inline const struct reuse *site_reuse(const struct site *s, int i)
{
    return SITE_PART(s, KIND_REUSE, struct reuse, i);
}
static inline const struct drycooler *site_drycooler(const struct site *s, int i)
{
    return SITE_PART(s, KIND_DRYCOOLER, struct drycooler, i);
}
static inline const struct cdu *site_cdu(const struct site *s, int i)
{
    return SITE_PART(s, KIND_CDU, struct cdu, i);
}
static inline const struct storage *site_storage(const struct site *s, int i)
{
    return SITE_PART(s, KIND_STORAGE, struct storage, i);
}
static inline const struct obstacle *site_obstacle(const struct site *s, int i)
{
    return SITE_PART(s, KIND_OBSTACLE, struct obstacle, i);
}
static inline const struct fabric *site_fabric(const struct site *s, int i)
{
    return SITE_PART(s, KIND_FABRIC, struct fabric, i);
}
static inline const struct deployment *site_deployment(const struct site *s, int i)
{
    return SITE_PART(s, KIND_DEPLOYMENT, struct deployment, i);
}
static inline const struct growth_block *site_block(const struct site *s, int i)
{
    return SITE_PART(s, KIND_BLOCK, struct growth_block, i);
}
static inline const struct rate *site_rate(const struct site *s, int i)
{
    return SITE_PART(s, KIND_RATE, struct rate, i);
}
static inline const struct cost *site_cost(const struct site *s, int i)
{
    return SITE_PART(s, KIND_COST, struct cost, i);
}
static inline const struct colo *site_colo(const struct site *s, int i)
{
    return SITE_PART(s, KIND_COLO, struct colo, i);
}
static inline const struct cloud *site_cloud(const struct site *s, int i)
{
    return SITE_PART(s, KIND_CLOUD, struct cloud, i);
}
static inline const struct job *site_job(const struct site *s, int i)
{
    return SITE_PART(s, KIND_JOB, struct job, i);
}
static inline const struct scenario *site_scenario(const struct site *s, int i)
{
    return SITE_PART(s, KIND_SCENARIO, struct scenario, i);
}

#endif
