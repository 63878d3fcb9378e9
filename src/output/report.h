#ifndef DCPLAN_OUTPUT_REPORT_H
#define DCPLAN_OUTPUT_REPORT_H

/* A report as neutral content: what is said, in which order, without pages or
   fonts.  layout.h makes pages of it. */

#include "output/chart.h"
#include "output/diagram.h"
#include "output/elevation_drawing.h"
#include "output/floor_drawing.h"
#include "output/floor_heat_drawing.h"

enum tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_SOFT };

struct tile {                                /* one key number */
    const char *label, *value, *unit, *note; /* unit and note may be NULL */
    enum tone tone;
};

enum align { ALIGN_TEXT, ALIGN_RIGHT, ALIGN_POINT /* numbers, at the decimal point */ };

struct tabular_column {
    const char *head;
    enum align align;
    double share; /* of the width that is left; 0: as wide as its content */
};

struct tabular_row {
    const char **cell;
    enum tone tone;
    bool is_total; /* bold, with a rule above */
    bool is_group; /* bold, opens a group: kept with the row that follows */
    bool is_note;  /* the first cell over the whole width, under a group's head */
};

struct tabular {
    struct arena *arena;
    const char *caption;
    int n_column;
    const struct tabular_column *column;
    int n, cap;
    struct tabular_row *row;
};

struct figure {
    const struct chart *chart;
    const struct one_line *diagram;         /* instead of the chart */
    const struct floor_plan *floor;         /* likewise */
    const struct floor_heat *heat;          /* likewise; its map `index`, or all */
    const struct elevation_set *elevations; /* likewise; its page `index`, a page high */
    int index;
    const char *summary; /* one sentence, for readers who cannot see the chart */
    double height;       /* 0: chart_height */
};

struct verdict {
    const char *word, *text;
    enum tone tone;
};

enum block_kind {
    BLOCK_TITLE,   /* the report's title and its title block */
    BLOCK_SECTION, /* numbered, in the outline and the contents */
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_VERDICT,
    BLOCK_TILES,
    BLOCK_TABLE,
    BLOCK_FIGURE,
    BLOCK_CONTENTS,
    BLOCK_SIGNATURES, /* prepared, checked, approved */
    BLOCK_PAGE        /* what follows starts a page */
};

struct report_block {
    enum block_kind kind;
    const char *text; /* heading, paragraph */
    const char *id;   /* BLOCK_SECTION: the link target */
    struct verdict verdict;
    int n_tile;
    const struct tile *tile;
    struct tabular *table;
    struct figure figure;
};

struct fact { /* a field of the title block */
    const char *label, *value;
};

struct report {
    struct arena *arena;
    const char *title, *subtitle;
    int n_fact;
    const struct fact *fact; /* title block of the first page */
    int n_strip;
    const struct fact *strip; /* repeated on every page, before the page number */
    int n, cap;
    struct report_block *block;
};

struct report *report_new(struct arena *a, const char *title, const char *subtitle);
void report_add(struct report *r, enum block_kind kind); /* title, contents, signatures, page */
void report_section(struct report *r, const char *id, const char *text);
void report_heading(struct report *r, const char *text);
void report_paragraph(struct report *r, const char *text);
void report_verdict(struct report *r, struct verdict v);
void report_tiles(struct report *r, const struct tile *tile, int n);
/* Columns and captions are kept by reference; rows are added with table_row. */
struct tabular *report_table(struct report *r, const char *caption,
                             const struct tabular_column *column, int n_column);
void report_figure(struct report *r, const struct chart *chart, const char *summary);
void report_diagram(struct report *r, const struct one_line *diagram, const char *summary);
void report_floor(struct report *r, const struct floor_plan *floor, const char *summary);
void report_heat(struct report *r, const struct floor_heat *heat, int what);
void report_elevations(struct report *r, const struct elevation_set *e, int page);

/* Adds a row; cells are kept by reference.  The row may be changed until the
   next one is added. */
struct tabular_row *table_row(struct tabular *t, const char *const *cell);

/* All content as text, for tests. */
void report_dump(const struct report *r, struct builder *b);

#endif
