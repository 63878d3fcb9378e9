"""How long one simulated year of 8760 hours takes in dcplan and in other programs, on one machine
in one run, as rows of the table in docs/engineering.md, "Beside peers".

    pip install pyenergyplus-lbnl==26.1.0 numpy==2.4.6 scipy==1.17.1 psychrolib==2.5.0
    pip install --no-deps --ignore-requires-python sinergym==3.12.2
    git clone https://github.com/HewlettPackard/dc-rl
    python3 peers.py BUILD [--sustaindc dc-rl] [--weather FILE.epw] [--runs 5] [--page PAGE]

BUILD is the folder of a release build with dcplan and the target roofline_bench in it.  What is
not installed is left out.  EnergyPlus runs two of its examples of data centers as the package
sinergym ships them (only those files of it are used), SustainDC its own data center.  The last is
no program but a yardstick: an economizer plant of Lei and Masanet's equations, all hours at once
in numpy (tests/reference/lei_years.py).  All see the same weather file: by default the one of New
York in sinergym.  Programs take turns; each run is a process of its own, and medians are printed:
time of the wall, of the processor, greatest resident set.  "year" is the year alone, in time of
the processor, where it can be told apart from reading, sizing and writing; wet bulbs are made
before it.
"""

import argparse
import importlib.util
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
NEW_YORK = "data/weather/USA_NY_New.York-J.F.Kennedy.Intl.AP.744860_TMY3.epw"

ENERGYPLUS = """
import sys
from pyenergyplus.api import EnergyPlusAPI
api = EnergyPlusAPI()
state = api.state_manager.new_state()
api.runtime.set_console_output_status(state, False)
sys.exit(1 if api.runtime.run_energyplus(state, sys.argv[1:]) > 1 else 0)
"""

# The data center's part of a step of SustainDC's environment (envs/dc_gym.py): constant set point
# and load, no agent.  Sizing as in utils/make_envs_pyenv.py.  Wet bulbs are made before the year.
SUSTAINDC = """
import json, sys, time
from types import SimpleNamespace
import numpy, psychrolib
folder, weather = sys.argv[1:]
sys.path.insert(0, folder)
from envs import datacenter as d
with open(folder + "/utils/dc_config.json") as f:
    given = json.load(f)
room, c = given["data_center_configuration"], SimpleNamespace()
for part in given.values():
    vars(c).update(part)
c.NUM_RACKS = room["NUM_ROWS"] * room["NUM_RACKS_PER_ROW"]
c.MAX_W_PER_RACK = 2400000 // c.NUM_RACKS
c.RACK_CPU_CONFIG = [[{"full_load_pwr": full, "idle_pwr": idle}] * room["CPUS_PER_RACK"]
                     for full, idle in c.DEFAULT_SERVER_POWER_CHARACTERISTICS]
c.CT_REFRENCE_AIR_FLOW_RATE, c.CT_FAN_REF_P = d.chiller_sizing(
    c, min_CRAC_setpoint=15.0, max_CRAC_setpoint=21.6, max_ambient_temp=40.0)
dc = d.DataCenter_ITModel(c.NUM_RACKS, c.RACK_SUPPLY_APPROACH_TEMP_LIST, c.RACK_CPU_CONFIG,
                          max_W_per_rack=c.MAX_W_PER_RACK, DC_ITModel_config=c)
psychrolib.SetUnitSystem(psychrolib.SI)
hours = [line.split(",") for line in open(weather, encoding="latin-1").read().splitlines()[8:]]
t = [float(h[6]) for h in hours]
wet = [psychrolib.GetTWetBulbFromRelHum(float(h[6]), float(h[8]) / 100, float(h[9]))
       for h in hours]
setpoint, load, it, cooling, water = 18.0, [70.0] * c.NUM_RACKS, 0.0, 0.0, 0.0
start = time.process_time()
for outdoors, bulb in zip(t, wet):
    cpu, fans, outlet = dc.compute_datacenter_IT_load_outlet_temp(load, setpoint)
    back = d.calculate_avg_CRAC_return_temp(c.RACK_RETURN_APPROACH_TEMP_LIST, outlet)
    hour_it = sum(cpu) + sum(fans)
    crac, tower, _, chiller, chilled, condenser = d.calculate_HVAC_power(
        setpoint, back, outdoors, hour_it, c)
    dc.hot_water_temp, dc.cold_water_temp, dc.wet_bulb_temp = back, setpoint, bulb
    water += 4 * dc.calculate_cooling_tower_water_usage()
    it += hour_it
    cooling += crac + tower + chiller + chilled + condenser
print("year", time.process_time() - start)
print("PUE", (it + cooling) / it)
"""

NUMPY = """
import runpy, sys, time
import numpy as np, psychrolib
equations, weather = sys.argv[1:]
sys.argv = [equations, "", "/dev/null"]
lei = runpy.run_path(equations)
psychrolib.SetUnitSystem(psychrolib.SI)
hours = [line.split(",") for line in open(weather, encoding="latin-1").read().splitlines()[8:]]
t, rh, p = (np.array([float(h[i]) for h in hours]) for i in (6, 8, 9))
wet = np.array([psychrolib.GetTWetBulbFromRelHum(*x) for x in zip(t, rh / 100, p)])
spent = []
for _ in range(25):
    start = time.process_time()
    pue = lei["water"](lei["WATER_MIDDLE"], t, p, wet)[-1].mean()
    spent.append(time.process_time() - start)
print("year", sorted(spent)[12])
print("PUE", pue)
"""


def package(name):
    found = importlib.util.find_spec(name)
    return os.path.dirname(found.origin) if found else None


def measured(words, **options):
    """Output, and s of the wall, s of the processor, MiB of the process and its children."""
    with tempfile.TemporaryFile("w+") as out:
        start = time.perf_counter()
        child = subprocess.Popen(words, stdout=out, **options)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if child.returncode:
        sys.exit("%s ended with %d\n%s" % (words[0], child.returncode, text[-2000:]))
    return text, (wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


# ---- who takes part: name, and a function that runs a year: (wall, processor, MiB, year or None)

def dcplan(build, site, weather, scratch):
    text = open(os.path.join(ROOT, "sites", site + ".ini"), encoding="utf-8").read()
    climate = re.search(r"^climate = (\S+)", text, re.M)[1]
    overlay = os.path.join(scratch, "weather.ini")
    with open(overlay, "w") as f:
        f.write("[site]\nclimate = peers\n[climate peers]\nfile = %s\n" % weather)
    same = os.path.join(scratch, site + ".ini")
    with open(same, "w", encoding="utf-8") as f:
        f.write(text.replace("[climate %s]\nuse = %s\n" % (climate, climate),
                             "[climate %s]\nfile = %s\n" % (climate, weather)))

    def run():
        out, spent = measured(
            [os.path.join(build, "dcplan"), "run", "sites/%s.ini" % site, "-f", overlay,
             "--threads", "1", "--json"], cwd=ROOT)
        run.pue = json.loads(out)["metrics"]["pue"]
        years, _ = measured([os.path.join(build, "tests", "roofline_bench"),
                             os.path.join(ROOT, "models"), same])
        ms = [line.split()[3] for line in years.splitlines() if line.startswith("roofline-year")]
        return spent + (1e-3 * float(ms[-1]),)
    return run


def energyplus(example, steps, weather, scratch):
    model = json.load(open(os.path.join(package("sinergym"), "data/buildings", example)))
    next(iter(model["Version"].values()))["version_identifier"] = "25.2"
    model.pop("Output:EnergyManagementSystem", None)  # a log of 12 MB
    if steps:
        next(iter(model["Timestep"].values()))["number_of_timesteps_per_hour"] = steps
    path = os.path.join(scratch, "%d-%s" % (steps, example))
    json.dump(model, open(path, "w"))

    def run():
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            _, spent = measured([sys.executable, "-c", ENERGYPLUS, "-d", folder, "-w", weather,
                                 path])
            end = open(os.path.join(folder, "eplusout.end")).read()
        if "Completed Successfully" not in end:
            sys.exit("EnergyPlus: " + end)
        return spent + (None,)
    return run


def script(text, path, weather):
    def run():
        out, spent = measured([sys.executable, "-c", text, path, weather])
        told = dict(line.split()[:2] for line in out.splitlines() if line[:4] in ("year", "PUE "))
        run.pue = float(told["PUE"])
        return spent + (float(told["year"]),)
    return run


def participants(options, scratch):
    weather = options.weather
    yield "dcplan, `sites/a100-air.ini`", dcplan(options.build, "a100-air", weather, scratch)
    yield "dcplan, `sites/h100-hall.ini`", dcplan(options.build, "h100-hall", weather, scratch)
    if package("pyenergyplus") and package("sinergym"):
        for example, steps, says in (
                ("1ZoneDataCenterCRAC_wApproachTemp.epJSON", 0, "as shipped"),
                ("2ZoneDataCenterHVAC_wEconomizer_CW.epJSON", 0, "as shipped"),
                ("2ZoneDataCenterHVAC_wEconomizer_CW.epJSON", 1, "one time step an hour")):
            yield ("EnergyPlus, %s, %s" % (example.split(".")[0], says),
                   energyplus(example, steps, weather, scratch))
    else:
        print("no pyenergyplus-lbnl or no sinergym: EnergyPlus is left out", file=sys.stderr)
    if options.sustaindc and package("numpy") and package("psychrolib"):
        yield "SustainDC, its data center", script(SUSTAINDC, options.sustaindc, weather)
    else:
        print("no numpy, psychrolib or --sustaindc FOLDER: SustainDC is left out", file=sys.stderr)
    if package("scipy") and package("psychrolib"):
        equations = os.path.join(ROOT, "tests", "reference", "lei_years.py")
        yield "equations of a plant in numpy", script(NUMPY, equations, weather)


def write_into(page, rows):
    text = open(page, encoding="utf-8").read()
    begin, end = "<!-- peers-table: begin -->\n", "<!-- peers-table: end -->"
    before, rest = text.split(begin)
    with open(page, "w", encoding="utf-8") as f:
        f.write(before + begin + "\n".join([""] + rows + ["", end]) + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--sustaindc", metavar="FOLDER")
    parser.add_argument("--weather", metavar="FILE.epw")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--page", help="to write the table into")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    if not options.weather:
        if not package("sinergym"):
            sys.exit("give --weather FILE.epw, or install sinergym, which has one")
        options.weather = os.path.join(package("sinergym"), NEW_YORK)
    options.weather = os.path.abspath(options.weather)
    with tempfile.TemporaryDirectory() as scratch:
        all_of = list(participants(options, scratch))
        spent = {name: [] for name, _ in all_of}
        before = os.getloadavg()[0]
        for _ in range(options.runs):
            for name, run in all_of:
                spent[name].append(run())
                print(".", end="", file=sys.stderr, flush=True)
    rows = ["| program | wall, s | processor, s | MiB | year alone, s | PUE |",
            "|---|---|---|---|---|---|"]
    for name, run in all_of:
        wall, cpu, mib, year = zip(*spent[name])
        alone = "%.3g" % statistics.median(year) if None not in year else ""
        pue = "%.3f" % run.pue if hasattr(run, "pue") else ""
        rows.append("| %s | %.3g | %.3g | %.0f | %s | %s |" % (
            name, statistics.median(wall), statistics.median(cpu), statistics.median(mib), alone,
            pue))
    rows += ["", "Medians of %d runs each, in turns; load of the machine %.1f before and %.1f "
             "after, %d cores." % (options.runs, before, os.getloadavg()[0], os.cpu_count())]
    print("\n".join([""] + rows))
    if options.page:
        write_into(options.page, rows)


main()
