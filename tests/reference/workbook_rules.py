"""workbook_rules.py WORKBOOK...: rules of our workbooks, read from their XML.

Formulas use functions that every reader knows and no numbers but 0, 1, 12, 24, 100, 1000
and 8760; each carries its value; numbers fit their columns; no sheet is hidden; each is
frozen, prints its heads on every page, landscape, with header and footer.
"""
import re
import sys
import xml.etree.ElementTree as ET
import zipfile

MAIN = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
REL = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
FUNCTIONS = set('SUM SUMPRODUCT INDEX MATCH MIN MAX IF NPV IRR PMT ABS INT ROUND CHOOSE AVERAGE '
                'AND OR NOT ISNUMBER IFERROR COUNT COLUMNS ROWS NA SQRT EXP LN'.split())
LITERALS = {'0', '1', '12', '24', '100', '1000', '8760'}
LONGEST = 220  # characters: incomplete rows need a guard for each range
DIGIT_PX, MARK_PX, COLUMN_PX, PADDING_PX = 6.67, 3.34, 7, 3


def literals(formula):
    """Numbers of a formula that are no part of a reference, a name or a text."""
    bare = re.sub(r'"[^"]*"', '', formula)
    bare = re.sub(r"'[^']*'!|[A-Za-z]+!", '', bare)
    bare = re.sub(r'\$?[A-Z]{1,3}\$?[0-9]+', '', bare)
    return re.findall(r'(?<![\w.])[0-9.]+(?:[eE][-+]?[0-9]+)?', bare)


def shown(value, code):
    """How wide a number is on screen, px."""
    percent = '%' in code
    decimals = len(code.split('.')[1].rstrip('%')) if '.' in code else 0
    if 'E' in code:
        return 8 * DIGIT_PX
    text = f'{value * (100 if percent else 1):,.{decimals}f}' + ('%' if percent else '')
    marks = sum(text.count(c) for c in ',.-')
    return (len(text) - marks) * DIGIT_PX + marks * MARK_PX + (2 * DIGIT_PX if percent else 0)


class Book:
    def __init__(self, path):
        self.path, self.zip, self.faults, self.formulas = path, zipfile.ZipFile(path), [], 0
        styles = self.parse('xl/styles.xml')
        codes = {int(f.get('numFmtId')): f.get('formatCode')
                 for f in styles.iter(MAIN + 'numFmt')}
        codes.update({0: '0', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%'})
        self.codes = [codes.get(int(x.get('numFmtId')), '0')
                      for x in styles.find(MAIN + 'cellXfs')]

    def parse(self, name):
        return ET.fromstring(self.zip.read(name))

    def fault(self, where, what):
        self.faults.append(f'{self.path} {where}: {what}')

    def check_formula(self, where, cell, formula):
        self.formulas += 1
        value = cell.find(MAIN + 'v')
        if value is None or value.text is None:
            self.fault(where, f'{formula} carries no value')
        elif value.text.startswith('#') and cell.get('t') != 'str':
            self.fault(where, f'{formula} carries {value.text}')
        for name in re.findall(r'([A-Za-z_.]+)\(', re.sub(r'"[^"]*"', '', formula)):
            if name not in FUNCTIONS:
                self.fault(where, f'{formula} uses {name}')
        for number in literals(formula):
            if number not in LITERALS:
                self.fault(where, f'{formula} has the number {number}')
        # Guards of incomplete rows and roots of sums of squares take a term for each cell.
        is_plain = 'COUNT(' not in formula and not formula.startswith('SQRT(')
        if len(formula) > LONGEST and is_plain and where.split('!')[0] != 'Checks':
            self.fault(where, f'{formula} is longer than {LONGEST} characters')

    def check_width(self, where, cell, width):
        value = cell.find(MAIN + 'v')
        if value is None or cell.get('t', 'n') != 'n':
            return
        px = shown(float(value.text), self.codes[int(cell.get('s', 0))])
        if px > width * COLUMN_PX - PADDING_PX:
            self.fault(where, f'{value.text} does not fit {width:.1f} characters')

    def check_sheet(self, name, xml, has_titles):
        root = self.parse(xml)
        widths = {}
        for col in root.iter(MAIN + 'col'):
            for i in range(int(col.get('min')), int(col.get('max')) + 1):
                widths[i] = float(col.get('width'))
        pane = root.find(f'{MAIN}sheetViews/{MAIN}sheetView/{MAIN}pane')
        if pane is None or pane.get('state') != 'frozen':
            self.fault(name, 'is not frozen')
        if not has_titles:
            self.fault(name, 'does not repeat its heads in print')
        setup = root.find(MAIN + 'pageSetup')
        if setup is None or not setup.get('orientation') or not setup.get('paperSize'):
            self.fault(name, 'is not set up for print')
        foot = root.find(f'{MAIN}headerFooter/{MAIN}oddFooter')
        head = root.find(f'{MAIN}headerFooter/{MAIN}oddHeader')
        if head is None or foot is None or '&P of &N' not in foot.text.replace('Page ', ''):
            self.fault(name, 'lacks header or footer')
        for row in root.iter(MAIN + 'row'):
            if row.get('hidden'):
                self.fault(name, f'row {row.get("r")} is hidden')
            for cell in row:
                where = f'{name}!{cell.get("r")}'
                formula = cell.find(MAIN + 'f')
                if formula is not None:
                    self.check_formula(where, cell, formula.text)
                letters = re.match('[A-Z]+', cell.get('r')).group()
                column = 0
                for c in letters:
                    column = 26 * column + ord(c) - 64
                self.check_width(where, cell, widths.get(column, 8.43))

    def check(self):
        book = self.parse('xl/workbook.xml')
        targets = {r.get('Id'): r.get('Target')
                   for r in self.parse('xl/_rels/workbook.xml.rels')}
        titles = {int(n.get('localSheetId')) for n in book.iter(MAIN + 'definedName')
                  if n.get('name') == '_xlnm.Print_Titles'}
        for i, sheet in enumerate(book.iter(MAIN + 'sheet')):
            if sheet.get('state'):
                self.fault(sheet.get('name'), 'is ' + sheet.get('state'))
            self.check_sheet(sheet.get('name'), 'xl/' + targets[sheet.get(REL + 'id')],
                             i in titles)
        print(f'{self.path}: {self.formulas} formulas, {len(self.faults)} faults')
        for fault in self.faults[:40]:
            print(fault)
        return not self.faults and self.formulas > 50


sys.exit(0 if all([Book(path).check() for path in sys.argv[1:]]) else 1)
