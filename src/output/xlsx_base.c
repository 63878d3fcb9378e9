#include "output/xlsx_base.h"

#include <string.h>

#include "base/text.h"

enum { MAX_CELL = 32767, MAX_HEADER = 200 };

char *xlsx_text(struct arena *a, const char *s)
{
    if (!s) s = "";
    size_t n = strlen(s), good = text_utf8_prefix(s, n);
    char *out = good == n ? arena_text(a, s, n) : text_from_latin1(a, s, n);
    n = strlen(out);
    if (n > MAX_CELL) {
        n = text_utf8_prefix(out, MAX_CELL);
        out[n] = '\0';
    }
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)out[i] < ' ' && out[i] != '\n') out[i] = ' ';
    return out;
}

const char *xlsx_header(struct arena *a, const char *s)
{
    const char *t = xlsx_text(a, s);
    struct builder b = builder_new(a);
    size_t n = text_utf8_prefix(t, strlen(t) < MAX_HEADER / 2 ? strlen(t) : MAX_HEADER / 2);
    builder_text(&b, "");
    for (size_t i = 0; i < n; i++) builder_add(&b, t[i] == '&' ? "&&" : t + i, t[i] == '&' ? 2 : 1);
    return b.s;
}

lxw_error xlsx_properties(lxw_workbook *book, const struct xlsx_info *info, struct arena *a)
{
    lxw_doc_properties p = {
        .title = xlsx_text(a, info->title),
        .subject = xlsx_text(a, info->subject),
        .author = xlsx_text(a, info->author),
        .company = xlsx_text(a, info->company),
        .keywords = xlsx_text(a, info->keywords),
        .comments = xlsx_text(a, info->comments),
        .created = (time_t)info->created_s,
    };
    lxw_error error = workbook_set_properties(book, &p);
    static const char *const names[] = {"dcplan version", "Input SHA-256", "Scenario"};
    const char *const values[] = {info->version, info->input_hash, info->scenario};
    for (int i = 0; i < 3 && !error; i++)
        if (values[i] && *values[i])
            error = workbook_set_custom_property_string(book, names[i], xlsx_text(a, values[i]));
    return error;
}
