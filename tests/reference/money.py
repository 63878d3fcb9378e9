"""Numbers of the functions of money for tests/unit/test_expr.c, by numpy-financial.

    pip install numpy-financial
    python3 money.py
"""
import numpy_financial as npf

FLOWS = {
    "plain": [-1000, 100, 100, 100],
    "good": [-1000, 300, 420, 560, 110],
    "late": [-250000, 0, 0, 91000, 120000, 155000.5],
    "loss": [-1000, 200, 200, 200],
    "steep": [-100, 900, 30],
    "twice": [-100, 230, -132],
    "cost": [1000, 100, 100, 100],
}
for name, flow in FLOWS.items():
    print(name, "npv", repr(float(npf.npv(0.1, flow))), "irr", repr(float(npf.irr(flow))))
for rate, n, value in [(0.06, 20, 1e6), (0.0, 12, 600), (0.004, 48, 25000), (-0.02, 10, 1000)]:
    print("pmt", rate, n, value, repr(float(-npf.pmt(rate, n, value))))
