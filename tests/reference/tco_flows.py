"""Figures of tests/reference/tco_flows.md, by numpy-financial 1.0.0:

    pip install numpy-financial
    python3 tco_flows.py
"""
import numpy_financial as npf


def show(name, value):
    print(name, repr(float(value)))


# Case B70: 1000 at the site's date and 100 at the end of each of three years, at 10 %.
own = [-1000.0, -100.0, -100.0, -100.0]
show("B70", npf.npv(0.10, own))
show("B70, all a year late", npf.npv(0.10, own) / 1.10)
show("B70, middle", own[0] + (npf.npv(0.10, own) - own[0]) * 1.10**0.5)
show("B70, start", own[0] + (npf.npv(0.10, own) - own[0]) * 1.10)

# One server of eight accelerators: 285 000 at the date, 21 000 a year rising by 3 %, 14 250 for
# it at the end; rented for 124 000 a year, falling by 10 %.  At 8 %.
own = [-285000.0] + [-21000.0 * 1.03**y for y in range(5)]
own[5] += 14250.0
rent = [0.0] + [-124000.0 * 0.9**y for y in range(5)]
saved = [a - b for a, b in zip(own, rent)]
show("own", npf.npv(0.08, own))
show("rent", npf.npv(0.08, rent))
show("irr", npf.irr(saved))
show("saved a year", -npf.pmt(0.08, 5, npf.npv(0.08, saved)))
total = 0.0
for year, x in enumerate(saved):
    if total < 0 <= total + x:
        show("payback", year - 1 - total / x)
    total += x
hours = [0.0] + [8 * 8760 * 0.6] * 5
show("GPU-hour", -npf.npv(0.08, own) / npf.npv(0.08, hours))

# The same with a tax of 25 % on 285 000 written off over four years: 71 250 a year.
books = [0.0] + [71250.0] * 4 + [0.0]
costs = [0.0] + [21000.0 * 1.03**y for y in range(5)]
taxed = [-285000.0] + [0.25 * (c + d) - c for c, d in zip(costs[1:], books[1:])]
taxed[5] += 14250.0 * 0.75
show("own, taxed", npf.npv(0.08, taxed))
show("rent, taxed", npf.npv(0.08, [0.75 * x for x in rent]))
