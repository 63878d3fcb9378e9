#ifndef DCPLAN_MODEL_LAYOUT_H
#define DCPLAN_MODEL_LAYOUT_H

/* Where things stand.  A room's origin is a corner of its floor, x runs along its length,
   y along its width.  `position` is the corner of the first one's footprint that is nearest
   to the origin; the next ones follow by `pitch` in the direction of `row`, and after
   `per_row` of them in a row beside it.  `width` is along the front, `depth` behind it,
   whatever way the front faces. */

#include "model/rows.h"

enum { WAY_EAST, WAY_WEST, WAY_NORTH, WAY_SOUTH }; /* +x, -x, +y, -y */
extern const char *const way_words[];

struct standing {
    struct reals position_m; /* x, y; none: it has no place */
    int facing, row;         /* -1: not given */
    double pitch_m;          /* NaN: side by side */
    double width_m, depth_m, height_m;
    int per_row;        /* PARAM_NO_COUNT: all */
    double row_pitch_m; /* NaN: not given */
    bool is_alternate;
};

/* clang-format off */
#define ROWS_STANDING(owner, at_, wide, deep, high, high_doc)                                     \
    {.key = "position", .unit = "m", .type = PARAM_REALS, .max = 1000,                            \
     .at = offsetof(owner, at_.position_m),                                                       \
     .doc = "x, y of the first one: the corner of its footprint nearest to the room's origin"},   \
    {.key = "facing", .type = PARAM_WORD, .words = way_words, .at = offsetof(owner, at_.facing),  \
     .doc = "where its front looks; servers breathe in there, units blow out there"},             \
    {.key = "row", .type = PARAM_WORD, .words = way_words, .at = offsetof(owner, at_.row),        \
     .doc = "where the next ones stand; +x, or +y when the front looks along x"},                 \
    {.key = "pitch", .unit = "m", .min = 0.1, .max = 100, .at = offsetof(owner, at_.pitch_m),     \
     .doc = "from one to the next; side by side when not given"},                                 \
    {.key = "per_row", .type = PARAM_COUNT, .min = 1, .max = 1e6,                                 \
     .at = offsetof(owner, at_.per_row),                                                          \
     .doc = "how many stand in one row; all when not given"},                                     \
    {.key = "row_pitch", .unit = "m", .min = 0.1, .max = 100,                                     \
     .at = offsetof(owner, at_.row_pitch_m),                                                      \
     .doc = "from one row to the next, along +y, or along +x of rows that run along y"},          \
    {.key = "alternate", .type = PARAM_FLAG, .def = "no", .at = offsetof(owner, at_.is_alternate), \
     .doc = "every second row faces the other way, so that rows share aisles"},                   \
    {.key = "width", .unit = "mm", .def = wide, .min = 300, .max = 10000,                         \
     .at = offsetof(owner, at_.width_m), .doc = "of the front of one"},                           \
    {.key = "depth", .unit = "mm", .def = deep, .min = 300, .max = 10000,                         \
     .at = offsetof(owner, at_.depth_m), .doc = "of one, from front to back"},                    \
    {.key = "height", .unit = "mm", .def = high, .min = 300, .max = 10000,                        \
     .at = offsetof(owner, at_.height_m), .doc = high_doc}

/* What stands on the floor and is no rack. */
#define ROWS_SERVICE(owner, clear_, weight_, feet_)                                               \
    {.key = "clear_front", .unit = "m", .max = 10, .at = offsetof(owner, clear_),                 \
     .doc = "service space that must be free before its front"},                                  \
    {.key = "weight", .unit = "kg", .max = 1e5, .at = offsetof(owner, weight_),                   \
     .doc = "mass of one, with what is in it"},                                                   \
    {.key = "feet", .type = PARAM_COUNT, .def = "4", .min = 1, .max = 100,                        \
     .at = offsetof(owner, feet_),                                                                \
     .doc = "feet or casters that carry it; of four or more one may hang free"}
/* clang-format on */

struct layout_box { /* footprint, and what height it reaches */
    double x0_m, y0_m, x1_m, y1_m, top_m;
};

bool standing_has_place(const struct standing *s);
/* Where the front of the k-th one looks; -1: not given. */
int standing_facing(const struct standing *s, int k);
/* Of the k-th one; s has a place. */
struct layout_box standing_box(const struct standing *s, int k);

#endif
