#ifndef DCPLAN_TESTS_VALIDATION_LEI_H
#define DCPLAN_TESTS_VALIDATION_LEI_H

/* lei_years.csv: what the model of Lei and Masanet gives under each weather file. */

#include "validation.h"

enum { LEI_YEARS = 34 };

struct lei_year {
    const char *file; /* less .epw.gz */
    double pue[4];    /* air, water; the middle of the ranges, air and water */
    double hours_off; /* without the air economizer, middle of the ranges */
    /* energy of fans, compressors, pumps and tower fans over IT energy, middle of the
       ranges, air and water */
    double part[2][4];
};

bool lei_read_years(struct lei_year out[LEI_YEARS], struct arena *a, struct diags *ds);

#endif
