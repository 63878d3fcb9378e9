"""workbook_edits.py DCPLAN SOURCE SCRATCH SOFFICE...: an input changed in a workbook, which
LibreOffice then recalculates, gives in every cell of the sheets of money what dcplan writes
with the same --set; and the numbers that dcplan prints stand in those cells.

A row of EDITS is a site and what to change: paths as --set takes them, with the number as the
cell holds it (shares as fractions), "scenario" for the selector, or the name of a cell.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import zipfile

import openpyxl

DCPLAN, SOURCE, SCRATCH, *SOFFICE = sys.argv[1:]
HERE = os.path.join(SOURCE, 'tests', 'reference')
TOLERANCE = 1e-9
SHEETS = ['Summary', 'Inputs', 'Scenarios', 'Load', 'Monthly', 'Energy', 'Tariff', 'Capex', 'Opex',
          'TCO', 'Cloud', 'Compare', 'Checks']
SITES = {
    'h100-hall': ['workbook_money.ini', 'workbook_hall.ini'],
    'a100-air': ['workbook_money.ini', 'workbook_yuan.ini'],
}
# site, --set, number or word in the cell[, name of the cell when its note does not tell the path]
EDITS = [
    ('h100-hall', 'finance.discount=9.5 %', 0.095),
    ('h100-hall', 'finance.inflation=1 %', 0.01),
    ('h100-hall', 'finance.electricity_escalation=5 %', 0.05),
    ('h100-hall', 'finance.income_tax=15 %', 0.15),
    ('h100-hall', 'finance.utilisation=85 %', 0.85),
    ('h100-hall', 'finance.it_residual=20 %', 0.2),
    ('h100-hall', 'finance.plant_life=12 years', 12),
    ('h100-hall', 'server.gpu.price=300000 USD +/- 21 %', 300000),
    ('h100-hall', 'cloud.test-hourly.price_gpu=1.9 USD/GPUh', 1.9),
    ('h100-hall', 'cloud.test-term.decline=10 %', 0.1),
    ('h100-hall', 'cost.test-shell.price_kw=12000 USD/kW', 12000),
    ('h100-hall', 'cost.test-staff.price_month=55000 USD/month', 55000),
    ('h100-hall', 'tariff.dominion-gs-large.flat_price=0.09 USD/kWh', 0.09, 'in_price_flat'),
    ('h100-hall', 'tariff.dominion-gs-large.demand_price=20 USD/kW/month', 20, 'in_price_demand'),
    ('h100-hall', 'finance.scenario=test-low', 'test-low', 'in_scenario'),
    ('h100-hall', 'finance.scenario=test-all', 'test-all', 'in_scenario'),
    ('h100-hall', 'finance.it_life=9.4 years', 9.4),
    ('h100-hall', 'colo.test-hall.price_kw_month=145 USD/kW/month', 145),
    ('h100-hall', 'colo.test-hall.committed=2500 kW', 2500),
    ('h100-hall', 'cost.test-insurance.share=2.5 %', 0.025),
    ('a100-air', 'finance.discount=4 %', 0.04),
    ('a100-air', 'fx.USD.rate=6.8 CNY', 6.8),
    ('a100-air', 'finance.scenario=test-high', 'test-high', 'in_scenario'),
    ('a100-air', 'finance.utilisation=30 %', 0.3),
    ('a100-air', 'finance.it_life=2.3 years', 2.3),
    ('a100-air', 'cloud.test-term.price_gpu=0.55 USD/GPUh', 0.55),
]
# Cells that are overwritten, with the checks that must tell of it: sheet, label, column.
BREAKS = [
    ('TCO', 'Own: paid', 'I', ['Own: capital cost in the cash flow = sheet Capex',
                               'Own: operating cost in the cash flow = sheet Opex']),
    ('TCO', 'Own: present value', 'I', ['Own: present value by factors = by the function NPV']),
    ('TCO', 'Own: cash flow', 'I', ['Own: cash flow = what is paid and left']),
    ('Cloud', 'Renting by it, as it is paid', 'I',
     ['Renting at the chosen offer = the cheapest rent']),
    ('TCO', 'Own: all else, present value', 'D', ['Hybrid with all owned = own']),
    ('Load', 'Real terms: money of the year over that of the date', 'I',
     ['Own: present value by factors = by the function NPV']),
    ('Monthly', 'IT equipment', 'H', ['IT energy: months = year']),
]


def run(*arguments):
    done = subprocess.run([DCPLAN, *arguments], cwd=SOURCE, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{" ".join(arguments)}: {done.stderr}')
    return done.stdout


def arguments_of(site, change=None):
    files = [x for name in SITES[site] for x in ('-f', os.path.join(HERE, name))]
    return [os.path.join('sites', site + '.ini'), *files, *(['--set', change] if change else [])]


def write(site, name, change=None):
    folder = os.path.join(SCRATCH, 'made', name)
    run('report', *arguments_of(site, change), '-o', folder)
    return os.path.join(folder, 'capacity.xlsx')


def find_cell(book, path, name):
    """Sheet and address of an input: by its name, or by the path that its note begins with."""
    if name:
        sheet, cell = re.fullmatch(r"'?([^'!]+)'?!\$?([A-Z]+\$?[0-9]+)",
                                   book.defined_names[name].attr_text).groups()
        return sheet, cell.replace('$', '')
    for sheet, column in (('Scenarios', 'G'), ('Inputs', 'D')):
        if sheet not in book.sheetnames:
            continue
        for row in book[sheet].iter_rows(min_col=6, max_col=6):
            if str(row[0].value or '').startswith(path + ','):
                return sheet, f'{column}{row[0].row}'
    sys.exit(f'no input tells of {path}')


def sheet_file(book_zip, title):
    book = book_zip.read('xl/workbook.xml').decode()
    rels = book_zip.read('xl/_rels/workbook.xml.rels').decode()
    rid = re.search(f'<sheet name="{title}"[^>]*r:id="([^"]+)"', book).group(1)
    return 'xl/' + re.search(f'<Relationship Id="{rid}"[^>]*Target="([^"]+)"', rels).group(1)


def edit(path, to, sheet, cell, value, broken=False):
    """A copy of the workbook with one cell changed, broken: one with a formula; all else stays."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, 'w', zipfile.ZIP_DEFLATED) as new:
        target = sheet_file(old, sheet)
        for item in old.namelist():
            data = old.read(item)
            if item == target:
                word = isinstance(value, str)
                text, n = re.subn(
                    rf'<c r="{cell}"( s="[0-9]+")?( t="[a-z]+")?>{"(<f>[^<]*</f>)?" if broken else ""}'
                    r'(<v>[^<]*</v>)</c>',
                    lambda m: f'<c r="{cell}"{m.group(1) or ""}{" t=" + chr(34) + "str" + chr(34) if word else ""}>'
                              f'<v>{value}</v></c>', data.decode())
                if n != 1:
                    sys.exit(f'{sheet}!{cell} is no plain cell')
                data = text.encode()
            new.writestr(item, data)


def same(a, b):
    if min(abs(a), abs(b)) == 0:  # LibreOffice takes what is left of equal amounts as zero
        return max(abs(a), abs(b)) < 1e-6
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b))


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def differences(ours, theirs):
    """Cells that are numbers in one of the workbooks and not the same in the other."""
    n, bad = 0, []
    for title in SHEETS:
        if title not in ours.sheetnames:
            continue
        for row in ours[title].iter_rows():
            if title == 'Inputs' and '(of the simulation' in str(row[0].value):
                break
            # How far an input may be off, beside it, is a statement and no result.
            for cell in row[:6] if title == 'Inputs' else row:
                a, b = cell.value, theirs[title][cell.coordinate].value
                if not is_number(a) and not is_number(b):
                    continue
                n += 1
                if not (is_number(a) and is_number(b) and same(a, b)):
                    bad.append(f'{title}!{cell.coordinate}: {b} is not {a}')
    return n, bad


def numbers_of(book, titles):
    return [c.value for t in titles for row in book[t].iter_rows() for c in row
            if is_number(c.value)]


def printed(site, change):
    """What dcplan prints: by name, the numbers that must stand on the sheets."""
    answer = json.loads(run('tco', *arguments_of(site, change), '--json'))
    year = json.loads(run('run', *arguments_of(site, change), '--json'))
    found = {}

    def walk(x, name):
        if isinstance(x, dict):
            for key, value in x.items():
                walk(value, f'{name}.{key}' if name else key)
        elif is_number(x) and re.search(r'\b(npv|breakeven|irr|payback|cost_gpu_hour)', name):
            if not re.search(r'low|high|range|swing', name):
                found[name] = x

    walk(answer, '')
    cost = year.get('metrics', {}).get('electricity_cost_per_year')
    if cost is None:
        sys.exit('run --json has no electricity_cost_per_year')
    found['electricity_cost_per_year'] = cost
    return found


def find_row(book, sheet, label):
    for row in book[sheet].iter_rows(min_col=2, max_col=2):
        if row[0].value == label:
            return row[0].row
    sys.exit(f'{sheet} has no row {label}')


def breaks(path, book):
    """Overwritten cells: the checks that must fail do, with the one over all on every sheet."""
    made, failed = [], False
    for i, (sheet, label, column, _) in enumerate(BREAKS):
        cell = f'{column}{find_row(book, sheet, label)}'
        made.append(os.path.join(SCRATCH, 'in', f'broken-{i}.xlsx'))
        edit(path, made[-1], sheet, cell, book[sheet][cell].value * 1.01 + 1, True)
    recalculate(made)
    for (sheet, label, _, checks), name in zip(BREAKS, made):
        theirs = openpyxl.load_workbook(os.path.join(SCRATCH, 'out', os.path.basename(name)),
                                        data_only=True)
        said = {row[1].value: row[3].value for row in theirs['Checks'].iter_rows(min_row=5)}
        wrong = [c for c in checks if said.get(c) != 'FAIL']
        if said['All checks'] != 'FAIL':
            wrong.append('All checks')
        wrong += [t for t in ('Summary', sheet) if theirs[t]['E1'].value != said['All checks']]
        print(f'{sheet}, {label}: {[k for k, v in said.items() if v == "FAIL"]}, wrong {wrong}')
        failed = failed or bool(wrong)
    return failed


def recalculate(paths):
    subprocess.run([*SOFFICE, '--outdir', os.path.join(SCRATCH, 'out'), *paths],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    os.makedirs(os.path.join(SCRATCH, 'in'), exist_ok=True)
    base = {site: write(site, site) for site in SITES}
    books = {site: openpyxl.load_workbook(path, data_only=True) for site, path in base.items()}
    for i, (site, change, value, *name) in enumerate(EDITS):
        sheet, cell = find_cell(books[site], change.split('=')[0], name[0] if name else None)
        edit(base[site], os.path.join(SCRATCH, 'in', f'{i}.xlsx'), sheet, cell, value)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda i: write(EDITS[i][0], f'set-{i}', EDITS[i][1]),
                             range(len(EDITS))))
        all_told = list(pool.map(lambda e: printed(e[0], e[1]), EDITS))
    recalculate([os.path.join(SCRATCH, 'in', f'{i}.xlsx') for i in range(len(EDITS))])
    failed = breaks(base['h100-hall'], books['h100-hall'])
    for i, (site, change, *_) in enumerate(EDITS):
        ours = openpyxl.load_workbook(made[i], data_only=True)
        theirs = openpyxl.load_workbook(os.path.join(SCRATCH, 'out', f'{i}.xlsx'), data_only=True)
        n, bad = differences(ours, theirs)
        moved = len(differences(books[site], theirs)[1])
        cells = numbers_of(theirs, ['TCO', 'Compare', 'Cloud', 'Tariff'])
        told = all_told[i]
        lost = [f'{k} = {x}' for k, x in told.items() if not any(same(x, c) for c in cells)]
        print(f'{site} {change}: {n} numbers, {moved} moved, {len(bad)} differ; '
              f'{len(told)} printed, {len(lost)} not in the book')
        for line in bad[:8] + lost[:8]:
            print('   ', line)
        failed = failed or bad or lost or not moved or n < 500
    sys.exit(1 if failed else 0)


main()
