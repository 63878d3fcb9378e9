#ifndef DCPLAN_OUTPUT_CHART_H
#define DCPLAN_OUTPUT_CHART_H

/* Charts as data, and their drawing into a scene.  The title says the finding;
   axes carry units.  A value that is NaN is missing: a line has a gap, a bar
   says "no data", a limit is listed as "no limit". */

#include "output/scene.h"

enum chart_kind {
    CHART_XY,   /* lines, dots, stacked bars and areas over one pair of axes */
    CHART_BARS, /* horizontal bars, one row each */
    CHART_HEAT  /* a grid of values in colour */
};

enum series_kind { SERIES_LINE, SERIES_DOTS, SERIES_BAR, SERIES_AREA };

struct chart_series {
    const char *label;
    enum series_kind kind;
    int n;
    const double *x; /* NULL: 0, 1, 2... */
    const double *y; /* bars and areas stack in the order of the series */
    unsigned colour;
    double dash, gap;
    bool has_markers;
    bool is_hidden; /* bars that only carry those on them */
};

struct chart_limit { /* a horizontal line; one far above the data is only named in the legend */
    const char *label;
    double value; /* NaN: no limit */
    int decimals;
    unsigned colour;
    double dash, gap;
};

struct chart_mark { /* a vertical line, numbered; the legend tells the label */
    const char *label;
    double at; /* NaN: not drawn */
    unsigned colour;
};

struct chart_axis {
    const char *label; /* with unit */
    double min, max;   /* NaN: from the data */
    bool is_year;      /* numbers are not grouped */
    bool has_zero;     /* zero must be seen (always for bars) */
    int n_category;    /* 0: a number axis */
    const char *const *category;
    const double *at; /* where categories stand; NULL: 0, 1, 2... */
};

struct chart_band { /* CHART_XY: a range of x, hatched */
    double from, to;
};

struct chart_bar {
    const char *label;
    double value;     /* NaN: missing, drawn hatched */
    double beyond;    /* the part of the bar over this value is hatched; NaN: none */
    const char *text; /* stands at the end of the row */
    unsigned colour;
};

struct chart_heat {
    int columns, rows;   /* row 0 is at the bottom */
    const double *value; /* [columns * rows], column after column; NaN: missing */
    const char *label;   /* of the colour scale, with unit */
    double min, max;     /* of the colours; NaN: from the data */
};

struct chart {
    enum chart_kind kind;
    const char *title;
    double aspect; /* height over width; 0: by kind */
    struct chart_axis x, y;
    int n_series;
    const struct chart_series *series;
    int n_limit;
    const struct chart_limit *limit;
    int n_event; /* CHART_XY; by rising place */
    const struct chart_mark *event;
    int over; /* 1 + index of the limit over which the first series is hatched; 0: none */
    int n_bar;
    const struct chart_bar *bar;
    const char *mark_label; /* a line at mark, across the bars or up from the x axis */
    double mark;            /* NaN: none */
    int n_band;
    const struct chart_band *band;
    const char *band_label;    /* what the hatching means */
    const struct chart *below; /* CHART_XY: another under it, over the same x axis */
    bool has_legend_above;     /* that of the chart over it tells its series, too */
    struct chart_heat heat;
};

void chart_draw(struct scene *s, struct rect box, const struct chart *c);

/* The height at which a chart of this width looks right. */
double chart_height(const struct chart *c, double width);

#endif
