#!/bin/sh
# recalculate.sh PROGRAM: LibreOffice recalculates the workbooks PROGRAM writes;
# every formula must give the value the workbook carries, and none an error.
# Skipped (77) without soffice or Python's openpyxl.
command -v soffice >/dev/null 2>&1 || exit 77
python3=$(command -v /usr/bin/python3 || command -v python3) || exit 77
"$python3" -c 'import openpyxl' 2>/dev/null || exit 77
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/in" "$scratch/out" "$scratch/profile/user"
"$1" "$scratch/in" || exit 1
cat >"$scratch/profile/user/registrymodifications.xcu" <<'X'
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
X
soffice "-env:UserInstallation=file://$scratch/profile" --headless \
    --convert-to 'xlsx:Calc MS Excel 2007 XML' --outdir "$scratch/out" "$scratch"/in/*.xlsx \
    >/dev/null 2>&1 || exit 1
"$python3" - "$scratch" <<'P'
import glob, os, sys
import openpyxl

def same(ours, theirs):
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        return abs(ours - theirs) <= 1e-9 * max(1, abs(ours))
    return str(ours) == str(theirs) and not str(theirs).startswith('#')

failed = False
for path in sorted(glob.glob(sys.argv[1] + '/in/*.xlsx')):
    name = os.path.basename(path)
    formulas = openpyxl.load_workbook(path)
    ours = openpyxl.load_workbook(path, data_only=True)
    theirs = openpyxl.load_workbook(sys.argv[1] + '/out/' + name, data_only=True)
    n = bad = 0
    for sheet in formulas:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type != 'f':
                    continue
                n += 1
                a = ours[sheet.title][cell.coordinate].value
                b = theirs[sheet.title][cell.coordinate].value
                if not same(a, b):
                    bad += 1
                    print(f'{name} {sheet.title}!{cell.coordinate} {cell.value}: {a} / {b}')
    print(f'{name}: {n} formulas, {bad} differ')
    failed = failed or bad or n < 50
sys.exit(1 if failed else 0)
P
