#include "plan/money_input.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

void money_heading(struct money_book *b, const char *label)
{
    grid_row(b->grid, b->inputs, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

/* "money/kW/month" with the currency in place of money. */
static const char *unit_words(const struct param *p, const void *object, struct arena *a)
{
    const char *unit = p->unit ? p->unit : "";
    if (p->type != PARAM_MONEY) return unit;
    const struct money *m = (const void *)((const char *)object + p->at);
    return arena_format(a, "%s%s", m->currency[0] ? m->currency : "money", unit + strlen("money"));
}

static const struct param *param_of(const struct kind *k, const char *key)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return &k->params[i];
    return NULL;
}

/* The row of an exchange rate, once in a book. */
static const char *exchange(struct money_book *b, const char *currency)
{
    char low[4] = {0};
    for (int i = 0; i < 3; i++) low[i] = (char)tolower((unsigned char)currency[i]);
    const char *key = arena_format(b->arena, "fx_%s", low);
    if (!grid_has(b->grid, key))
        grid_row(
            b->grid, b->inputs,
            &(struct grid_row){.kind = GRID_INPUT,
                               .key = key,
                               .label = "Exchange rate",
                               .unit = arena_format(b->arena, "%s/%s", b->site->currency, currency),
                               .number = site_exchange(b->site, currency),
                               .decimals = 4,
                               .missing = "no rate"});
    return key;
}

const char *money_param(struct money_book *b, const char *key, const char *label, int kind,
                        int index, const char *param)
{
    const struct kind *k = &b->site->objects.kinds[kind];
    const struct param *p = param_of(k, param);
    assert(p);
    const void *object = (const char *)b->site->of[kind].item + (size_t)index * k->size;
    const struct money *m = (const void *)((const char *)object + p->at);
    bool is_money = p->type == PARAM_MONEY;
    bool is_foreign = is_money && m->currency[0] && strcmp(m->currency, b->site->currency) != 0;
    const char *fx = is_foreign ? exchange(b, m->currency) : NULL;
    bool is_share = p->unit && !strcmp(p->unit, "%");
    double value = param_value(p, object);
    grid_row(b->grid, b->inputs,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label ? label : p->doc,
                                .unit = unit_words(p, object, b->arena),
                                .number = is_share ? value / 100 : value,
                                .decimals = is_share ? GRID_PERCENT : 4,
                                .missing = is_money ? "no price" : NULL});
    return fx ? arena_format(b->arena, "%s*%s", key, fx) : key;
}

const char *money_number(struct money_book *b, const char *key, const char *label, const char *unit,
                         double value, int decimals, const char *source)
{
    grid_row(b->grid, b->inputs,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .number = value,
                                .decimals = decimals,
                                .note = source});
    return key;
}
