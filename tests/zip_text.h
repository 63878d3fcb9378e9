#ifndef DCPLAN_TESTS_ZIP_TEXT_H
#define DCPLAN_TESTS_ZIP_TEXT_H

/* A ZIP archive of given texts, for tests of readers. */

#include <minizip/zip.h>
#include <stdbool.h>
#include <string.h>

struct zip_text {
    const char *name, *text;
};

static inline bool zip_texts(const char *path, const struct zip_text *item, int n)
{
    zipFile z = zipOpen(path, APPEND_STATUS_CREATE);
    bool is_fine = z != NULL;
    for (int i = 0; i < n && is_fine; i++) {
        zip_fileinfo info = {.dosDate = 0x5A210000};
        unsigned length = (unsigned)strlen(item[i].text);
        is_fine = zipOpenNewFileInZip(z, item[i].name, &info, NULL, 0, NULL, 0, NULL, Z_DEFLATED,
                                      Z_DEFAULT_COMPRESSION) == ZIP_OK &&
                  zipWriteInFileInZip(z, item[i].text, length) == ZIP_OK &&
                  zipCloseFileInZip(z) == ZIP_OK;
    }
    return z && zipClose(z, NULL) == ZIP_OK && is_fine;
}

#define RELATIONS                                                                                  \
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define MAIN "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""

/* The parts of a workbook of two sheets and a chart sheet around the sheets' own texts. */
#define ZIP_BOOK                                                                                   \
    {"_rels/.rels", RELATIONS "<Relationship Id=\"a\" Type=\"" OFFICE                              \
                              "/officeDocument\" Target=\"/book/b.xml\"/></Relationships>"},       \
        {"book/_rels/b.xml.rels", RELATIONS                                                        \
         "<Relationship Id=\"s1\" Type=\"" OFFICE "/worksheet\" Target=\"sheets/one.xml\"/>"       \
         "<Relationship Id=\"s2\" Type=\"" OFFICE "/chartsheet\" Target=\"charts/c.xml\"/>"        \
         "<Relationship Id=\"t\" Type=\"" OFFICE                                                   \
         "/sharedStrings\" Target=\"texts.xml\"/></Relationships>"},                               \
    {                                                                                              \
        "book/b.xml", "<x:workbook xmlns:x=\"http://schemas.openxmlformats.org/spreadsheetml/"     \
                      "2006/main\" xmlns:r=\"" OFFICE "\"><x:sheets>"                              \
                      "<x:sheet name=\"Chart\" sheetId=\"2\" r:id=\"s2\"/>"                        \
                      "<x:sheet name=\"One &amp; all\" sheetId=\"1\" r:id=\"s1\"/>"                \
                      "</x:sheets></x:workbook>"                                                   \
    }

#endif
