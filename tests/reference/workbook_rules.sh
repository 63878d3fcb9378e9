#!/bin/sh
# workbook_rules.sh PROGRAM SOURCE: the workbooks of sites keep the rules of workbook_rules.py.
# Skipped (77) without Python.
python3=$(command -v /usr/bin/python3 || command -v python3) || exit 77
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$2" || exit 1
for site in h100-hall office-closet a100-air; do
    "$1" report "sites/$site.ini" -o "$scratch/$site" >/dev/null 2>"$scratch/said" || {
        cat "$scratch/said"
        exit 1
    }
done
"$python3" tests/reference/workbook_rules.py "$scratch"/*/capacity.xlsx
