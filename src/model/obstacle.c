#include "model/obstacle.h"

#define AT(field) offsetof(struct obstacle, field)

const char *const obstacle_words[] = {"column", "wall", "ramp", "door", "equipment", NULL};

/* clang-format off */
const struct param obstacle_params[] = {
    ROW_COUNT("identical ones"),
    {.key = "room", .type = PARAM_REF, .refs = "room", .at = AT(room), .doc = "room it stands in"},
    {.key = "what", .type = PARAM_WORD, .words = obstacle_words, .def = "equipment",
     .at = AT(what), .doc = "how it is drawn; ramps and doors stop no air"},
    {.key = "of", .type = PARAM_REF, .refs = "cdu pdu ups rpp switchboard transformer battery",
     .at = AT(of), .doc = "part of the site that it is, for its name and its load on the floor"},
    ROWS_STANDING(struct obstacle, at, "600 mm", "600 mm", PARAM_NONE,
                  "of one; to the ceiling when not given"),
    ROWS_SERVICE(struct obstacle, clear_front_m, weight_kg, feet),
    ROWS_SOURCE,
};
/* clang-format on */
const int obstacle_n_params = sizeof obstacle_params / sizeof *obstacle_params;
