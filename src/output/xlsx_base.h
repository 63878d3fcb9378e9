#ifndef DCPLAN_OUTPUT_XLSX_BASE_H
#define DCPLAN_OUTPUT_XLSX_BASE_H

/* What all our workbooks share: texts that every reader accepts, colours, properties. */

#include <xlsxwriter.h>

#include "output/xlsx.h"

/* Blue on light yellow: meant to be edited.  Green: from another sheet. */
enum {
    XLSX_BLUE = 0x0000C8,
    XLSX_YELLOW = 0xFFFFE0,
    XLSX_GREEN = 0x00682F,
    XLSX_GREY = 0x666666,
    XLSX_NAVY = 0x1F3864,
    XLSX_PALE = 0xDDE6F2,
    XLSX_RED = 0xB00020,
    XLSX_PINK = 0xFFDDDD
};
enum { XLSX_PAPER_A4 = 9 };

/* Valid UTF-8 without control characters, cut to the length of a cell; NULL is "". */
char *xlsx_text(struct arena *a, const char *s);

/* The same for a header or footer: '&' is a code there, and a long text is cut. */
const char *xlsx_header(struct arena *a, const char *s);

lxw_error xlsx_properties(lxw_workbook *book, const struct xlsx_info *info, struct arena *a);

#endif
