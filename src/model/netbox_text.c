#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/netbox.h"

/* What is told only in words: comments, descriptions, names. */

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Length of a web address at s; 0 if there is none.  Addresses hold words of catalogues that
   say nothing of the thing itself. */
static size_t address_at(const char *s)
{
    bool is_address = !strncasecmp(s, "http://", 7) || !strncasecmp(s, "https://", 8);
    return is_address ? strcspn(s, " \t\n)>]") : 0;
}

bool netbox_holds(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (; *text; text++)
        if (!strncasecmp(text, part, n)) return true;
    return false;
}

bool netbox_has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = text; *s;) {
        size_t skip = address_at(s);
        bool starts = s == text || !is_alnum(s[-1]);
        if (!skip && starts && !strncasecmp(s, word, n) && !is_alnum(s[n])) return true;
        s += skip ? skip : 1;
    }
    return false;
}

/* A number at s with digits grouped by commas or not; its length, 0 if none. */
static size_t number_at(const char *s, double *value)
{
    char plain[32];
    size_t n = 0, i = 0;
    for (; n + 1 < sizeof plain; i++) {
        bool is_group = s[i] == ',' && i && isdigit((unsigned char)s[i + 1]) &&
                        isdigit((unsigned char)s[i + 2]) && isdigit((unsigned char)s[i + 3]) &&
                        !isdigit((unsigned char)s[i + 4]);
        if (is_group) continue;
        bool is_point = s[i] == '.' && i && isdigit((unsigned char)s[i + 1]);
        if (!isdigit((unsigned char)s[i]) && !is_point) break;
        plain[n++] = s[i];
    }
    return n && text_number((struct text){plain, n}, value) ? i : 0;
}

/* Whether the unit stands here, a blank before it allowed; *factor is 1 or 1000. */
static bool unit_at(const char *s, const char *unit, double *factor)
{
    s += *s == ' ' || *s == '-';
    *factor = *s == 'k' || *s == 'K' ? 1000 : 1;
    s += *factor > 1;
    size_t n = strlen(unit);
    if (!strncmp(s, unit, n) && !is_alnum(s[n])) return true;
    return !strcmp(unit, "W") && !strncasecmp(s, "watt", 4);
}

static bool stands_behind(const char *text, const char *at, const char *word)
{
    enum { NEAR = 48 };
    size_t n = strlen(word);
    const char *from = at - text > NEAR ? at - NEAR : text;
    for (const char *s = from; s + n <= at; s++)
        if (!strncasecmp(s, word, n)) return true;
    return false;
}

double netbox_number_with(const char *text, const char *unit, const char *after)
{
    double most = (double)NAN, x, factor;
    for (const char *s = text; *s;) {
        size_t skip = address_at(s), n = skip ? 0 : number_at(s, &x);
        bool starts = s == text || (!is_alnum(s[-1]) && s[-1] != '.');
        if (n && starts && unit_at(s + n, unit, &factor) &&
            (!after || stands_behind(text, s, after)))
            most = x * factor > most || isnan(most) ? x * factor : most;
        s += skip ? skip : n ? n : 1;
    }
    return most;
}

/* A count, then up to 40 bytes of the same clause, then the word GPU. */
int netbox_accelerators_in(const char *text)
{
    enum { MOST = 16, CLAUSE = 40 };
    for (const char *s = text; *s; s++) {
        double x;
        size_t n = s == text || !is_alnum(s[-1]) ? number_at(s, &x) : 0;
        if (!n || !(x >= 1 && x <= MOST) || x != floor(x)) continue;
        const char *c = s + n;
        if (c[0] == ' ' && (c[1] == 'x' || c[1] == 'X')) c++;
        c += *c == 'x' || *c == 'X';
        if (*c != ' ') continue;
        for (int i = 0; i < CLAUSE && c[i] && !strchr(",.;:()\n", c[i]); i++)
            if (!strncasecmp(c + i, " GPU", 4) &&
                (!is_alnum(c[i + 4]) || (c[i + 4] == 's' && !is_alnum(c[i + 5]))))
                return (int)x;
    }
    return 0;
}
