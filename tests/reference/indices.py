"""Numbers of tests/reference/indices_salib.h: the estimators of SALib 1.6.0 (SALib.analyze.sobol)
on the Ishigami function (a = 7, b = 0.1; Ishigami and Homma 1990) and on a plain product, sampled by
SALib.sample.sobol.  Run with SALib and numpy installed:

    python3 tests/reference/indices.py > tests/reference/indices_salib.h
"""
import numpy as np
from SALib.analyze import sobol
from SALib.sample import sobol as sample

N, K = 32, 3
problem = {"num_vars": K, "names": ["x1", "x2", "x3"], "bounds": [[-np.pi, np.pi]] * K}
x = sample.sample(problem, N, calc_second_order=False, scramble=True, seed=1)


def ishigami(v):
    return np.sin(v[:, 0]) + 7 * np.sin(v[:, 1]) ** 2 + 0.1 * v[:, 2] ** 4 * np.sin(v[:, 0])


def product(v):
    return 500 + (4 + v[:, 0]) * (5 + v[:, 1]) * (9 + 0.1 * v[:, 2])


print("/* Made by indices.py. */")
for name, f in (("ishigami", ishigami), ("product", product)):
    y = f(x)
    s = sobol.analyze(problem, y, calc_second_order=False, num_resamples=20000, seed=1)
    # SALib's order: A, AB_1 .. AB_K, B of each row.
    rows = y.reshape(N, K + 2)
    order = [0, K + 1] + list(range(1, K + 1))
    print("static const double %s_y[%d][%d] = { /* A, B, AB_1, AB_2, AB_3 */" % (name, K + 2, N))
    for k in order:
        text = ", ".join("%.17g" % v for v in rows[:, k])
        lines, line = [], "    {"
        for word in text.split(" "):
            if len(line) + len(word) > 98:
                lines.append(line.rstrip())
                line = "     "
            line += word + " "
        lines.append(line.rstrip() + "},")
        print("\n".join(lines))
    print("};")
    for key in ("S1", "ST", "S1_conf", "ST_conf"):
        values = ", ".join("%.17g" % v for v in s[key])
        print("static const double %s_%s[%d] = {%s};" % (name, key.lower(), K, values))
