"""Writes psychrolib_10000.csv.gz: see validation.md."""
import gzip, io, sys
import psychrolib as ps
from scipy.optimize import brentq

ps.SetUnitSystem(ps.SI)
MASK = (1 << 64) - 1
state = 1
def uniform():  # splitmix64, upper 53 bits
    global state
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) >> 11) * 2.0**-53

def w_liquid(t, b, p):
    ws = ps.GetSatHumRatio(b, p)
    return ((2501 - 2.326 * b) * ws - 1.006 * (t - b)) / (2501 + 1.86 * t - 4.186 * b)
def w_ice(t, b, p):
    ws = ps.GetSatHumRatio(b, p)
    return ((2830 - 0.24 * b) * ws - 1.006 * (t - b)) / (2830 + 1.86 * t - 2.1 * b)
def root(f, lo, hi, w):
    g = lambda b: f(b) - w
    return brentq(g, lo, hi, xtol=1e-12, rtol=1e-15) if lo < hi and g(lo) * g(hi) <= 0 else None
def dew(t, pw):
    g = lambda d: ps.GetSatVapPres(d) - pw
    return brentq(g, -100, t + 1e-9, xtol=1e-12, rtol=1e-15)

out = io.StringIO()
n_both = n_liq = n_ice = 0
worst_b = worst_d = worst_check = 0
for i in range(10000):
    t, rh, p = -40 + 100 * uniform(), 0.01 + 0.99 * uniform(), 60000 + 45000 * uniform()
    w = ps.GetHumRatioFromRelHum(t, rh, p)
    h, v = ps.GetMoistAirEnthalpy(t, w), ps.GetMoistAirVolume(t, w, p)
    pw = ps.GetVapPresFromRelHum(t, rh)
    d = dew(t, pw)
    liquid = root(lambda b: w_liquid(t, b, p), 0, t, w) if t > 0 else None
    ice = root(lambda b: w_ice(t, b, p), min(d, t) - 1e-6, min(t, -1e-12), w)
    own = ps.GetTWetBulbFromRelHum(t, rh, p)
    own_d = ps.GetTDewPointFromRelHum(t, rh)
    worst_d = max(worst_d, abs(own_d - d))
    b = liquid if liquid is not None else ice
    both = liquid is not None and ice is not None
    if both:
        n_both += 1
        n_liq += abs(own - liquid) < 2e-3
        n_ice += abs(own - ice) < 2e-3
    else:
        worst_b = max(worst_b, abs(own - b))
        worst_check = max(worst_check, abs(ps.GetHumRatioFromTWetBulb(t, b, p) / w - 1))
    out.write("%.8g,%.8g,%.8g,%.5f,%.5f%s\n" % (w, h, v, b, d, ",%.5f" % ice if both else ""))
with open(sys.argv[1], "wb") as f, gzip.GzipFile("", "wb", 9, f, mtime=0) as z:
    z.write(out.getvalue().encode())
print("both", n_both, "psychrolib takes water", n_liq, "ice", n_ice)
print("psychrolib's own search less these roots: wet bulb", worst_b, "dew point", worst_d)
print("W from wet bulb by psychrolib, relative", worst_check)
