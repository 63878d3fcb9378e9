#include "output/csv_elevations.h"

#include <math.h>

#include "output/csv_out.h"

void csv_elevations(const struct site *s, const struct elevations *e, struct builder *out)
{
    for (int c = 0; c < N_EL; c++) {
        builder_text(out, c ? "," : "");
        csv_text(out, elevation_heads[c]);
    }
    builder_text(out, "\n");
    for (int i = 0; i < e->n; i++)
        for (int c = 0; c < N_EL; c++) {
            char n[TEXT_NUMBER_CAP];
            double x;
            const char *text =
                elevation_cell(s, &e->row[i], (enum elevation_column)c, &x, out->arena);
            if (text)
                csv_text(out, text);
            else if (!isnan(x))
                builder_text(out, text_shortest(n, x));
            builder_text(out, c + 1 < N_EL ? "," : "\n");
        }
}
