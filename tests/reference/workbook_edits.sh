#!/bin/sh
# workbook_edits.sh PROGRAM SOURCE: workbook_edits.py with LibreOffice.
# Skipped (77) without soffice or Python's openpyxl.
command -v soffice >/dev/null 2>&1 || exit 77
python3=$(command -v /usr/bin/python3 || command -v python3) || exit 77
"$python3" -c 'import openpyxl' 2>/dev/null || exit 77
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/profile/user"
cat >"$scratch/profile/user/registrymodifications.xcu" <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
X
"$python3" "$2/tests/reference/workbook_edits.py" "$1" "$2" "$scratch" \
    soffice "-env:UserInstallation=file://$scratch/profile" --headless \
    --convert-to 'xlsx:Calc MS Excel 2007 XML'
