#include "input/xml.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

static const char between = '|'; /* a namespace and a name */

struct parse {
    const struct xml_reader *reader;
    XML_Parser parser;
    bool has_type;
};

static const char *local(const char *name)
{
    const char *bar = strrchr(name, between);
    return bar ? bar + 1 : name;
}

static void XMLCALL on_begin(void *user, const XML_Char *name, const XML_Char **attribute)
{
    const struct parse *p = user;
    if (p->reader->begin) p->reader->begin(p->reader->user, local(name), attribute);
}

static void XMLCALL on_end(void *user, const XML_Char *name)
{
    const struct parse *p = user;
    if (p->reader->end) p->reader->end(p->reader->user, local(name));
}

static void XMLCALL on_text(void *user, const XML_Char *s, int n)
{
    const struct parse *p = user;
    if (p->reader->text) p->reader->text(p->reader->user, s, (size_t)n);
}

static void XMLCALL on_type(void *user, const XML_Char *name, const XML_Char *system,
                            const XML_Char *public, int has_internal)
{
    struct parse *p = user;
    (void)name;
    (void)system;
    (void)public;
    (void)has_internal;
    p->has_type = true;
    XML_StopParser(p->parser, XML_FALSE);
}

bool xml_read(const char *file, const char *s, size_t n, const struct xml_reader *r,
              struct diags *ds)
{
    struct parse p = {.reader = r, .parser = XML_ParserCreateNS(NULL, between)};
    if (!p.parser || n > INT_MAX) {
        if (p.parser) XML_ParserFree(p.parser);
        diag_error(ds, DIAG_INPUT, (struct place){file, 0, 0}, NULL, "the XML is too long");
        return false;
    }
    XML_SetUserData(p.parser, &p);
    XML_SetElementHandler(p.parser, on_begin, on_end);
    XML_SetCharacterDataHandler(p.parser, on_text);
    XML_SetStartDoctypeDeclHandler(p.parser, on_type);
    bool is_read = XML_Parse(p.parser, s, (int)n, XML_TRUE) == XML_STATUS_OK;
    if (!is_read) {
        struct place where = {file, (int)XML_GetCurrentLineNumber(p.parser),
                              (int)XML_GetCurrentColumnNumber(p.parser) + 1};
        diag_error(ds, DIAG_INPUT, where, NULL, "broken XML: %s",
                   p.has_type ? "it declares a document type"
                              : XML_ErrorString(XML_GetErrorCode(p.parser)));
    }
    XML_ParserFree(p.parser);
    return is_read;
}

const char *xml_attribute(const char *const *attribute, const char *name)
{
    for (; *attribute; attribute += 2)
        if (!strcmp(local(attribute[0]), name)) return attribute[1];
    return NULL;
}
