"""Where a simulated year stands below the roofs of a core, as rows of the tables in
docs/engineering.md, "Roofs".

    cmake --build build/release --target roofline      (writes them into the page)
    python3 roofline.py [--page PAGE] ROOFLINE_BENCH MODELS SITE.ini...

The core is measured and the years are timed by ROOFLINE_BENCH (roofline.c).  What a year does is
counted, not measured: valgrind --tool=callgrind tells how often each instruction ran at the AVX2
level (the widest it knows), objdump what each of them is.  Wider registers need fewer
instructions for the same operations.  Without valgrind or objdump the counts are left out.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

ARITHMETIC = re.compile(r"v?(add|sub|mul|div|sqrt)([ps])d$")
OTHER = re.compile(r"v?(min|max|cmp\w*|and|andn|or|xor|blend|blendv|round)[ps]d$")
WIDTH = {"x": 16, "y": 32, "z": 64}


def command(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def instructions(binary):
    """{address: (mnemonic, operands)}"""
    found = {}
    for line in command("objdump", "-d", "--no-show-raw-insn", "-w", binary).splitlines():
        m = re.match(r"\s*([0-9a-f]+):\s+(?:(?:rep|repz|repnz|lock|notrack|bnd|data16|cs)\s+)*"
                     r"(\S+)\s*([^#<]*)", line)
        if m:
            found[int(m[1], 16)] = (m[2], m[3].strip())
    return found


def times_run(binary, *arguments):
    """{object: {address: times}} of what runs inside year_once."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command("valgrind", "--tool=callgrind", "--dump-instr=yes", "--toggle-collect=year_once",
                "--callgrind-out-file=" + out, binary, *arguments)
        names, times, current = {}, collections.defaultdict(collections.Counter), None
        address, skip = 0, False
        for line in open(out):
            if m := re.match(r"ob=\((\d+)\)(?: (.*))?", line):
                if m[2]:
                    names[m[1]] = m[2].strip()
                current = names[m[1]]
            elif m := re.match(r"cob=\((\d+)\) (.*)", line):
                names[m[1]] = m[2].strip()
            elif line.startswith("calls="):
                skip = True  # the next line is what the callee cost
            elif m := re.match(r"(0x[0-9a-f]+|[+-]\d+|\*) \S+(?: (\d+))?$", line):
                where = m[1]
                if where.startswith("0x"):
                    address = int(where, 16)
                elif where != "*":
                    address += int(where)
                if not skip and m[2]:
                    times[current][address] += int(m[2])
                skip = False
    return times


def bytes_moved(name, operands):
    """(loaded, stored)"""
    if name.startswith(("stos", "movs")) and "%es:" in operands:  # a step of a repeated one
        size = {"%al": 1, "%ax": 2, "%eax": 4}.get(operands.split(",")[0], 8)
        return 0, size
    if "(" not in operands or name.startswith(("lea", "nop", "prefetch", "j", "call")):
        return 0, 0
    registers = re.findall(r"%([xyz])mm\d", operands)
    if re.search(r"(sd|lpd|hpd|movq|broadcastsd|movddup)$", name):
        size = 8
    elif registers:
        size = max(WIDTH[r] for r in registers)
    else:
        size = {"b": 1, "w": 2, "l": 4, "q": 8}.get(name[-1], 8)
    is_store = operands.endswith(")") and not name.startswith(("cmp", "test", "ucomi", "vucomi"))
    if is_store and "mov" not in name and not registers:
        return size, size
    return (0, size) if is_store else (size, 0)


def count(binary, models, site, known):
    c = collections.Counter()
    for obj, times in times_run(binary, "--year", models, site, "avx2").items():
        if obj not in known:
            known[obj] = instructions(obj) if os.path.exists(obj) else {}
        for address, n in times.items():
            name, operands = known[obj].get(address, ("?", ""))
            is_step = "%es:" in operands  # of a repeated instruction
            c["instructions"] += 0 if is_step else n
            c["unknown"] += n if name == "?" else 0
            loaded, stored = bytes_moved(name, operands)
            c["loaded"] += n * loaded
            c["stored"] += n * stored
            m = ARITHMETIC.match(name)
            if m:
                lanes = 1 if m[2] == "s" else 4 if "%ymm" in operands else 2
                c["flops"] += n * lanes
                c["packed"] += n * lanes * (m[2] == "p")
                if m[1] in ("div", "sqrt"):
                    c["divisions"] += n * lanes
            elif OTHER.match(name):
                c["other"] += n
    return c


def write_into(page, rows):
    text = open(page, encoding="utf-8").read()
    begin, end = "<!-- roofline-table: begin -->\n", "<!-- roofline-table: end -->"
    before, rest = text.split(begin)
    with open(page, "w", encoding="utf-8") as f:
        f.write(before + begin + "\n".join([""] + rows + ["", end]) + rest.split(end)[1])


def core_rows(core, triad):
    rows = ["| level | sums and products, Gflop/s | divisions, G/s |", "|---|---|---|"]
    for (kind, level), value in core.items():
        if kind == "roofline-flops":
            rows.append("| %s | %.1f | %.2f |"
                        % (level, value, core["roofline-divisions", level]))
    moved = ", ".join("%.0f GB/s over %s" % (rate, "%d KiB" % kib if kib < 1024 else
                                             "%d MiB" % (kib // 1024)) for kib, rate in triad)
    clock = core.get(("roofline-clock", ""))
    rows += ["", "`a = b + s c`: %s in all.%s" % (moved, " Clock: %.1f GHz." % clock
                                                  if clock else "")]
    return rows


def site_row(name, c, y, level, core, triad):
    s, moved = 1e-3 * y[level], c["loaded"] + c["stored"]
    cycles = 1e6 * y["avx2"] * core.get(("roofline-clock", ""), float("nan"))
    return ("| %s | %.3f | %.2f | %.2f | %.0f %% | %.2f | %.1f | %.1f | %.0f %% | %.0f %% "
            "| %.0f %% | %.0f %% | %.1f |" % (
                name, y[level], 1e-6 * c["instructions"], 1e-6 * c["flops"],
                100 * c["packed"] / c["flops"], 1e-6 * c["divisions"], 1e-6 * moved,
                1e-9 * c["flops"] / s, 1e-7 * c["flops"] / s / core["roofline-flops", level],
                1e-7 * c["divisions"] / s / core["roofline-divisions", level],
                1e-7 * moved / s / triad[0][1], 1e-7 * moved / s / triad[1][1],
                c["instructions"] / cycles))


def main():
    arguments, page = sys.argv[1:], None
    if arguments[0] == "--page":
        page, arguments = arguments[1], arguments[2:]
    binary, models, *sites = arguments
    core, triad, year = {}, [], collections.defaultdict(dict)
    for line in command(binary, models, *sites).splitlines():
        print(line, flush=True)
        kind, *words = line.split()
        if kind == "roofline-triad":
            triad.append((int(words[0]), float(words[1])))
        elif kind == "roofline-year":
            year[words[0]][words[1]] = float(words[2])
            year[words[0]]["block"], year[words[0]]["weather"] = int(words[3]), int(words[4])
        else:
            core[kind, words[0] if len(words) > 1 else ""] = float(words[-1])
    rows = core_rows(core, triad)
    known = {}
    level = next(x for x in ("avx512", "avx2", "base") if ("roofline-flops", x) in core)
    if shutil.which("valgrind") and shutil.which("objdump") and level != "base":
        rows += ["", "| site | ms | instructions, M | flops, M | in vectors "
                 "| divisions and roots, M | loads and stores, MB | Gflop/s | of that roof "
                 "| of the divisions' | of the L1 cache's | of the L2's "
                 "| instructions a cycle, AVX2 |", "|---|" + "---|" * 12]
        for site in sites:
            name = os.path.basename(site).split(".")[0]
            c = count(binary, models, site, known)
            rows.append(site_row(name, c, year[name], level, core, triad))
            if c["unknown"] > 0.01 * c["instructions"]:
                print("%s: %.0f %% of its instructions are not known"
                      % (name, 100 * c["unknown"] / c["instructions"]))
    else:
        print("no valgrind, objdump or AVX2: nothing is counted")
    print("\n".join([""] + rows))
    if page:
        write_into(page, rows)


main()
