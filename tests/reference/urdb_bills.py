"""Monthly bills of URDB rates by NREL's SSC (PySAM, Utilityrate5), for test_urdb.c.

    pip install nrel-pysam
    python3 urdb_bills.py                # urdb/*.json and urdb_bills.csv: rates and loads of our own
    python3 urdb_bills.py ../../../shared/data/tariffs      # urdb_shared_bills.csv

Made with NREL-PySAM 7.1.1.  What SSC takes: 1 January is a Monday, no leap day, no holiday, no
clock change.  What is handed to it in another form than the file has:

- tiers are split at the ends of the tiers of all periods, each at its own price, since SSC wants
  the same ends everywhere; the charge is the same;
- a last tier with max = 0 has no end;
- a fixed charge in $/day is added here by the days of each month, for rates without a least
  charge: SSC takes 365 / 12 of them;
- a charge on reactive demand is left out: SSC has none;
- no rate has a least charge both of the month and of the year: for that of the year SSC does not
  count what was paid up to that of the month, so both are paid; we count all that was paid;
- net metering (ur_metering_option = 0), which shares tiers out to the periods of the month by
  their part of its energy.  Its other options fill tiers in the order of the hours; without tiers
  all come to the same;
- a ratchet is the greatest demand of the months before times the share, at least the month's own
  demand (second column of the look-back table), and the year before was the same.
"""
import copy
import csv
import json
import os
import sys

import PySAM.Utilityrate5 as utility

HERE = os.path.dirname(os.path.abspath(__file__))
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
STRUCTURES = ("energyratestructure", "demandratestructure", "flatdemandstructure")
UNITS = {"kwh": 0, "kwh/kw": 1, "kwh daily": 2, "kwh/kw daily": 3}
ENDLESS = 1e38


def rates_of(node):
    if isinstance(node, dict):
        if any(key in node for key in STRUCTURES):
            yield node
        else:
            for value in node.values():
                yield from rates_of(value)
    elif isinstance(node, list) and node and isinstance(node[0], (dict, list)):
        for value in node:
            yield from rates_of(value)


def table(structure, is_energy):
    """period, tier, end, (unit,) price (, sell)"""
    rows = []
    for i, period in enumerate(structure):
        for j, tier in enumerate(period):
            end = tier.get("max", ENDLESS)
            if end > 1e30 or (j == len(period) - 1 and end == 0):
                end = ENDLESS
            price = tier["rate"] + tier.get("adj", 0)
            row = [i + 1, j + 1, end]
            if is_energy:
                row += [UNITS[tier.get("unit", "kWh").lower()], price, tier.get("sell", 0)]
            else:
                row += [price]
            rows.append(row)
    ends = sorted({row[2] for row in rows})
    return [[p + 1, j + 1, end] + next(r for r in rows if r[0] == p + 1 and end <= r[2])[3:]
            for p in range(len(structure)) for j, end in enumerate(ends)]


def schedule(months):
    return [[int(hour) + 1 for hour in month] for month in months]


def bill(rate, load_kw):
    kw = list(load_kw)
    per_hour = len(kw) // 8760
    model = utility.new()
    always = [[1] * 24] * 12
    r = {"en_electricity_rates": 1, "ur_metering_option": 0, "rate_escalation": [0],
         "ur_ec_tou_mat": table(rate["energyratestructure"], True),
         "ur_ec_sched_weekday": schedule(rate["energyweekdayschedule"]),
         "ur_ec_sched_weekend": schedule(rate["energyweekendschedule"])}
    flat, tou = rate.get("flatdemandstructure"), rate.get("demandratestructure")
    r["ur_dc_enable"] = 1
    of_month = rate.get("flatdemandmonths", [0] * 12)
    flat = table(flat, False) if flat else [[1, 1, ENDLESS, 0]]
    r["ur_dc_flat_mat"] = [[m] + row[1:] for m in range(12) for row in flat
                           if row[0] == int(of_month[m]) + 1]
    r["ur_dc_tou_mat"] = table(tou, False) if tou else [[1, 1, ENDLESS, 0]]
    r["ur_dc_sched_weekday"] = schedule(rate["demandweekdayschedule"]) if tou else always
    r["ur_dc_sched_weekend"] = schedule(rate["demandweekendschedule"]) if tou else always
    if "lookbackpercent" in rate:
        percent = 100 * rate["lookbackpercent"]
        start = [sum(DAYS[:m]) * 24 * per_hour for m in range(13)]
        peaks = [max(kw[start[m]:start[m + 1]]) for m in range(12)]
        r["ur_enable_billing_demand"] = 1
        r["ur_billing_demand_minimum"] = 0
        r["ur_billing_demand_lookback_period"] = rate["lookbackrange"]
        r["ur_billing_demand_lookback_percentages"] = [[percent, 1]] * 12
        periods = len(tou) if tou else 1
        r["ur_dc_billing_demand_periods"] = [[p + 1, 1] for p in range(periods)]
        r["ur_yearzero_usage_peaks"] = peaks
    fixed = rate.get("fixedchargefirstmeter", rate.get("fixedmonthlycharge", 0))
    unit = rate.get("fixedchargeunits", "$/month")
    per_day = fixed if unit == "$/day" else 0
    r["ur_monthly_fixed_charge"] = {"$/day": 0, "$/year": fixed / 12}.get(unit, fixed)
    least = rate.get("mincharge", rate.get("minmonthlycharge", 0))
    r["ur_annual_min_charge"] = rate.get("annualmincharge", 0)
    r["ur_monthly_min_charge"] = least
    model.ElectricityRates.assign(r)
    model.Lifetime.assign({"system_use_lifetime_output": 0, "analysis_period": 1,
                           "inflation_rate": 0})
    model.SystemOutput.assign({"degradation": [0], "gen": [0] * len(kw)})
    model.Load.load = kw
    model.execute(0)
    month = model.Outputs.year1_monthly_utility_bill_wo_sys
    return [month[m] + per_day * DAYS[m] for m in range(12)]


# ---- rates of our own -----------------------------------------------------------------

def days(*spans):
    """A day of 24 periods: days((0, 8), (1, 22), (0, 24)) is period 0 up to 8, 1 up to 22 ..."""
    out = []
    for period, end in spans:
        out += [period] * (end - len(out))
    return out


def year(winter, summer, months=(6, 7, 8, 9)):
    return [summer if m in months else winter for m in range(1, 13)]


def kwh(*tiers, unit="kWh"):
    return [dict(rate=rate, unit=unit, **({"max": end} if end else {})) for rate, end in tiers]


def kw(*tiers):
    return [dict(rate=rate, **({"max": end} if end else {})) for rate, end in tiers]


WINTER, SUMMER = days((0, 8), (1, 24)), days((2, 13), (3, 18), (2, 24))
OFF, HOT = days((0, 24)), days((2, 24))
OWN = {
    "seasons": {  # by season, weekday and weekend; rate and adj; sells; fixed by the month
        "energyratestructure": [[{"rate": 0.061, "adj": 0.0021}], [{"rate": 0.094, "adj": 0.0021}],
                                [{"rate": 0.08, "sell": 0.03}], [{"rate": 0.31, "adj": -0.01}]],
        "energyweekdayschedule": year(WINTER, SUMMER), "energyweekendschedule": year(OFF, HOT),
        "flatdemandstructure": [[{"rate": 6.5}], [{"rate": 9.25, "adj": 0.5}]],
        "flatdemandmonths": [0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0],
        "demandratestructure": [kw((0, None)), kw((11.2, None)), kw((3.3, None))],
        "demandweekdayschedule": year(days((0, 16), (2, 21), (0, 24)), days((0, 13), (1, 18), (0, 24))),
        "demandweekendschedule": year(days((0, 24)), days((0, 24))),
        "fixedchargefirstmeter": 447.44, "fixedchargeunits": "$/month", "startdate": 1727762400,
    },
    "tiers": {  # tiers of energy with other ends by period, of demand; a least charge of the month
        "energyratestructure": [kwh((0.12, 40000), (0.09, 150000), (0.07, None)), kwh((0.2, 1e38))],
        "energyweekdayschedule": year(days((0, 12), (1, 19), (0, 24)), days((0, 24)), (1, 2, 12)),
        "energyweekendschedule": year(days((0, 24)), days((0, 24))),
        "demandratestructure": [kw((15, 100), (25, None)), kw((4, 250), (2, 0))],
        "demandweekdayschedule": year(days((0, 9), (1, 24)), days((1, 24))),
        "demandweekendschedule": year(days((1, 24)), days((1, 24))),
        "fixedmonthlycharge": 98.94,
        "minmonthlycharge": 31000.0,
    },
    "use": {  # hours of use of the month's demand; a least charge of the year
        "energyratestructure": [kwh((0.14, 200), (0.08, 400), (0.05, None), unit="kWh/kW")],
        "energyweekdayschedule": year(OFF, OFF), "energyweekendschedule": year(OFF, OFF),
        "flatdemandstructure": [kw((8, 200), (12, None))],
        "flatdemandmonths": [0] * 12,
        "fixedchargefirstmeter": 1200, "fixedchargeunits": "$/year", "annualmincharge": 395000.0,
    },
    "daily": {  # an allowance a day, which a bill counts over its days
        "energyratestructure": [kwh((0.1, 3000), (0.16, None), unit="kWh daily")],
        "energyweekdayschedule": year(OFF, OFF), "energyweekendschedule": year(OFF, OFF),
        "fixedchargefirstmeter": 3.298, "fixedchargeunits": "$/day",
    },
    "ratchet": {  # the greatest demand of eleven months before
        "energyratestructure": [kwh((0.07, None))],
        "energyweekdayschedule": year(OFF, OFF), "energyweekendschedule": year(OFF, OFF),
        "flatdemandstructure": [kw((10.5, None))], "flatdemandmonths": [0] * 12,
        "lookbackpercent": 0.8, "lookbackrange": 11,
    },
}


def even(h):
    return 250 + 10 * (h * 7 % 24) + 3 * (h // 24 % 11)


def seasonal(h):
    day = h // 24
    return 120 + 2 * abs(183 - day) + 9 * (h % 24) + (160 if 190 <= day < 200 else 0)


LOADS = {"even": [even(h) for h in range(8760)], "seasonal": [seasonal(h) for h in range(8760)],
         "quarters": [even(h // 4) + 15 * (h * 5 % 4) for h in range(4 * 8760)]}


def shared_loads(folder):
    office = [float(x) for x in open(os.path.join(folder, "loads_kw_largeoffice_sanfran.csv"))]
    sample = open(os.path.join(folder, "pysam_sample_load.csv")).read().split("\n")[1:]
    with open(os.path.join(folder, "600kW_Avg_2025.csv")) as f:
        quarters = [float(row["load_kW"]) for row in csv.DictReader(f)]
    return {"office": office, "sample": [float(x) for x in sample if x.strip()],
            "quarters": quarters,
            "hours": [sum(quarters[h:h + 4]) / 4 for h in range(0, len(quarters), 4)]}


def write(path, rows):
    with open(path, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["rate", "load"] + ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug",
                                         "sep", "oct", "nov", "dec"])
        for rate, load, months in rows:
            out.writerow([rate, load] + ["%.4f" % x for x in months])


def main():
    if len(sys.argv) > 1:
        folder, rows = sys.argv[1], []
        loads = shared_loads(folder)
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".json"):
                continue
            with open(os.path.join(folder, name)) as f:
                for rate in rates_of(json.load(f)):
                    if all("rate" in t for p in rate["energyratestructure"] for t in p):
                        rows += [(name, k, bill(copy.deepcopy(rate), v)) for k, v in loads.items()]
        write(os.path.join(HERE, "urdb_shared_bills.csv"), rows)
        return
    rows = []
    for name, rate in OWN.items():
        rate = dict({"name": name}, **rate)
        with open(os.path.join(HERE, "urdb", name + ".json"), "w") as f:
            json.dump(rate, f, separators=(",", ":"))
            f.write("\n")
        rows += [(name, k, bill(copy.deepcopy(rate), v)) for k, v in LOADS.items()]
    write(os.path.join(HERE, "urdb_bills.csv"), rows)


main()
