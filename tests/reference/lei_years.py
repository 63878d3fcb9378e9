"""Writes lei_years.csv: the model of Lei and Masanet, Energy 201 (2020) 117556, over the years
of weather files, by their equations and conventions; see validation.md.

    pip install numpy scipy
    python3 lei_years.py FOLDER_OF_EPW_GZ lei_years.csv
"""

import glob
import gzip
import os
import sys

import numpy as np
from scipy.optimize import brentq

AIR = dict(ups=9.80302734e-01, pd=5.60546875e-03, light=1.81445313e-03, lo=1.03671875e+01,
           hi=3.41953125e+01, air_k=1.47840712e+01, water_k=6.91894531e+00,
           tower_k=4.28710938e+00, fan=6.85058594e+02 / 8.29931641e-01,
           tower_fan=2.03417969e+02 / 8.97802734e-01, spray=7.31582031e+06 / 7.04492187e-01,
           chilled=1.46519937e+05 / 7.90039062e-01, tower=2.12001820e+05 / 7.16601562e-01,
           approach=6.33818359e+00, load=2.24023438e-01, cop=1.05488281e-01,
           lg=1.11914062e+00)
WATER = dict(ups=9.80302734e-01, pd=5.60546875e-03, light=1.81445313e-03, lo=2.73671875e+01,
             air_k=1.88856337e+01, water_k=7.50488281e+00, tower_k=4.13867188e+00,
             fan=4.16992188e+02 / 7.13720703e-01, tower_fan=1.48339844e+02 / 7.45947266e-01,
             spray=6.50097656e+06 / 6.74023438e-01, plate=1.56284191e+05 / 6.68945312e-01,
             chilled=1.71884552e+05 / 7.45117188e-01, tower=2.10534680e+05 / 7.09960938e-01,
             approach=6.50576172e+00, plate_k=2.29404297e+00, share=8.16601563e-01,
             sensible=9.86289063e-01, load=2.24023438e-01, cop=1.05488281e-01,
             lg=1.11914062e+00)
MIDDLE = dict(ups=0.945, pd=0.01, light=0.001, lo=14, hi=31, air_k=16.65, water_k=7.5, tower_k=5,
              fan=750 / 0.775, tower_fan=250 / 0.775, spray=7e6 / 0.7, plate=143658 / 0.7,
              chilled=143658 / 0.7, tower=208660 / 0.7, approach=4.75, plate_k=2.25, share=0.8,
              sensible=0.97, load=0.5, cop=0, lg=2)
WATER_MIDDLE = dict(MIDDLE, lo=31, fan=500 / 0.775)


def vapour_pa(t, rh, factor=611.21):
    return rh * factor * np.exp((18.678 - t / 234.5) * t / (t + 257.14))


def g_kg(pv, p):
    return 621.98 * pv / (p - pv)


def enthalpy(t, g):
    return 1.01 * t + (2500 + 1.84 * t) * g / 1000


def wet_bulb(t, rh, p):
    def one(t, rh, p):
        want = enthalpy(t, g_kg(vapour_pa(t, rh), p))
        return brentq(lambda x: enthalpy(x, g_kg(vapour_pa(x, 1, 611.2), p)) - want, -80, t + 5,
                      xtol=1e-12)
    return np.array([one(*x) for x in zip(t, rh, p)])


def density(p, t):
    return 1.293 * (p / 101325) * (273.15 / (273.15 + t))


def pump(kg_s, pa):
    return kg_s / 1000 * pa / 1000


def heat(m):
    return 1 / m["ups"] + (1 / (1 - m["pd"]) - 1) + m["light"]


def fan(m, q, supply, p):
    return q / (1.01 * m["air_k"]) / density(p, supply) * m["fan"] / 1000


def chillers(m, chilled, rejected, cold, rho):
    """Compressor, pumps of chilled water and of the tower, tower fan, in kW."""
    L, t = m["load"], cold + m["approach"]
    cop = (16.798751 + 0.00884 * t ** 2 - 8.528931 * L ** 2 + 9.885294 * L - 0.760621 * t
           + 0.084615 * L * t) * (1 + m["cop"])
    compressor = chilled / cop
    kg_s = (rejected + compressor) / (4.2 * m["tower_k"])
    pumps = pump(chilled / (4.2 * m["water_k"]), m["chilled"]) + pump(kg_s, m["tower"])
    return np.array([compressor, pumps, kg_s / m["lg"] / rho * m["tower_fan"] / 1000])


def air(m, t, rh, p, bulb):
    """Hours without the economizer; fan, compressor, pumps and tower fan; and PUE."""
    q, supply = heat(m), np.clip(t, m["lo"], m["hi"])
    g = 622 * vapour_pa(t, rh) / (p - vapour_pa(t, rh))
    h = enthalpy(t, g)
    # their limit of 15 degC dew point leaves out a term of their saturation pressure
    dew_limit = g_kg(611.21 * np.exp(15 * 18.678 / (257.14 + 15)), p)
    is_cool = h < enthalpy(27, dew_limit)
    off = ~is_cool & (h > enthalpy(supply, g_kg(vapour_pa(supply, 0.8), p)))
    floor = g_kg(vapour_pa(supply, 0.2), p)
    wetted = (h - 1.01 * supply) * 1000 / (2500 + 1.84 * supply)
    spray = np.maximum(np.where(is_cool & (t <= supply), floor, wetted) - g, 0)
    kg_s = q / (1.01 * m["air_k"])
    part = np.where(off, chillers(m, q, q, bulb, density(p, t)), 0)
    sprayed = np.where(off, 0, pump(kg_s - kg_s / (1 + spray / 1000), m["spray"]))
    part = np.vstack([fan(m, q, supply, p), part])
    return off, part, q + sprayed + part.sum(axis=0)


def water(m, t, p, bulb):
    """Fan, compressor, pumps and tower fan; and PUE."""
    q, supply = heat(m), m["lo"]
    need = q / m["sensible"]
    cold = supply + m["air_k"] - m["air_k"] / m["share"]
    warm = cold + m["water_k"]
    mean = (cold + warm) / 2
    spray = (need - q) / (-0.0013 * mean ** 2 - 2.3097 * mean + 2500.5)
    got = bulb + m["approach"] + m["plate_k"]
    free = need * np.clip((warm - got) / (warm - cold), 0, 1)
    chilled = need - free
    part = chillers(m, chilled, need, bulb, density(p, t))
    part[1] += pump(free / (4.2 * m["water_k"]), m["plate"])
    part = np.vstack([fan(m, q, supply, p), part])
    return part, q + pump(spray, m["spray"]) + part.sum(axis=0)


def rows(path):
    with gzip.open(path, "rt") as f:
        hours = [line.split(",") for line in f.read().splitlines()[8:]]
    t, rh, p = (np.array([float(h[i]) for h in hours]) for i in (6, 8, 9))
    return t, rh / 100, p


def check():
    one = lambda x: np.array([x])
    args = one(20.0), one(0.4), one(101325.0)
    bulb = wet_bulb(*args)
    assert abs(air(AIR, *args, bulb)[-1][0] - 1.0746922969797756) < 1e-12
    assert abs(water(WATER, args[0], args[2], bulb)[-1][0] - 1.0887168184890426) < 1e-12


check()
PARTS = ("fan", "compressor", "pumps", "tower_fan")
with open(sys.argv[2], "w") as out:
    out.write("file,air,water,air_middle,water_middle,air_hours_off,%s,%s\n" % (
        ",".join("air_" + p for p in PARTS), ",".join("water_" + p for p in PARTS)))
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.epw.gz"))):
        t, rh, p = rows(path)
        if len(t) != 8760:
            continue
        bulb = wet_bulb(t, rh, p)
        off, air_part, air_pue = air(MIDDLE, t, rh, p, bulb)
        water_part, water_pue = water(WATER_MIDDLE, t, p, bulb)
        numbers = [air(AIR, t, rh, p, bulb)[-1].mean(), water(WATER, t, p, bulb)[-1].mean(),
                   air_pue.mean(), water_pue.mean(), off.sum(), *air_part.mean(axis=1),
                   *water_part.mean(axis=1)]
        out.write("%s,%s\n" % (os.path.basename(path)[:-7],
                               ",".join("%.12g" % x for x in numbers)))
