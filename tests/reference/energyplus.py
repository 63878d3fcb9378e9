"""Writes energyplus_*.csv, what EnergyPlus computes for the cases of validation.md.

    pip install pyenergyplus-lbnl==26.1.0        (EnergyPlus 25.2.0-cf7368216c)
    python3 energyplus.py FOLDER_OF_EPW_GZ SCRATCH_FOLDER OUTPUT_FOLDER
"""

import collections
import datetime
import gzip
import json
import math
import os
import shutil
import subprocess
import sys

EPW, SCRATCH, OUT = sys.argv[1:4]
RUNNER = """
import sys
from pyenergyplus.api import EnergyPlusAPI
api = EnergyPlusAPI()
state = api.state_manager.new_state()
api.runtime.set_console_output_status(state, False)
sys.exit(1 if api.runtime.run_energyplus(state, sys.argv[1:]) > 1 else 0)
"""
HOLD = 4  # hours that a point is held; the last is read
PLACES = ["USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3",
          "USA_GA_Atlanta-Hartsfield-Jackson.Intl.AP.722190_TMY3",
          "FIN_Helsinki.029740_IWEC", "MYS_Kuala.Lumpur.486470_IWEC"]
# DOE-2 Centrifugal 5.50 COP
CAP = [0.257896, 0.0389016, -0.00021708, 0.0468684, -0.00094284, -0.00034344]
EIR = [0.933884, -0.058212, 0.00450036, 0.00243, 0.000486, -0.001215]
PLR = [0.222903, 0.313387, 0.46371]
# Coil:Cooling:DX:SingleSpeed of the examples
DX_CAP = [0.942589311, 0.009543362, 0.000683771, -0.011042694, 0.00000524901, -0.00000972002]
DX_EIR = [0.342362868, 0.034879757, -0.000623606, 0.004976467, 0.000437885, -0.000727918]


# ---- models ----------------------------------------------------------------

def base(steps):
    m = collections.defaultdict(dict)
    m["Version"]["v"] = {"version_identifier": "25.2"}
    m["Building"]["b"] = {"terrain": "City", "solar_distribution": "MinimalShadowing"}
    m["Timestep"]["t"] = {"number_of_timesteps_per_hour": steps}
    m["SimulationControl"]["s"] = {
        "do_zone_sizing_calculation": "No", "do_system_sizing_calculation": "No",
        "do_plant_sizing_calculation": "No", "run_simulation_for_sizing_periods": "No",
        "run_simulation_for_weather_file_run_periods": "Yes"}
    m["RunPeriod"]["y"] = {
        "begin_month": 1, "begin_day_of_month": 1, "end_month": 12, "end_day_of_month": 31,
        "day_of_week_for_start_day": "Sunday", "use_weather_file_daylight_saving_period": "No",
        "use_weather_file_holidays_and_special_days": "No"}
    m["GlobalGeometryRules"]["g"] = {
        "starting_vertex_position": "UpperLeftCorner",
        "vertex_entry_direction": "Counterclockwise", "coordinate_system": "Relative"}
    m["ScheduleTypeLimits"]["any"] = {}
    constant(m, "on", 1)
    return m


def constant(m, name, value):
    m["Schedule:Constant"][name] = {"schedule_type_limits_name": "any", "hourly_value": value}


def hourly(m, name, values):
    path = os.path.join(SCRATCH, name + ".csv")
    values = list(values) + [values[-1]] * (8760 - len(values))
    with open(path, "w") as f:
        f.writelines("%r\n" % float(v) for v in values)
    m["Schedule:File"][name] = {
        "schedule_type_limits_name": "any", "file_name": path, "column_number": 1,
        "rows_to_skip_at_top": 0, "number_of_hours_of_data": 8760, "column_separator": "Comma",
        "interpolate_to_timestep": "No"}


def report(m, *names):
    for name in names:
        m["Output:Variable"]["o%d" % len(m["Output:Variable"])] = {
            "key_value": "*", "variable_name": name, "reporting_frequency": "Hourly"}


def curve(m, name, c, x, y=None):
    kind = "Biquadratic" if y else ("Quadratic" if len(c) == 3 else "Cubic")
    keys = {"Biquadratic": ["constant", "x", "x_2", "y", "y_2", "x_y"],
            "Quadratic": ["constant", "x", "x_2"], "Cubic": ["constant", "x", "x_2", "x_3"]}[kind]
    o = {"coefficient%d_%s" % (i + 1, k): v for i, (k, v) in enumerate(zip(keys, c))}
    o.update(minimum_value_of_x=x[0], maximum_value_of_x=x[1])
    if y:
        o.update(minimum_value_of_y=y[0], maximum_value_of_y=y[1])
    m["Curve:" + kind][name] = o


def loop(m, name, supply, demand, schedule, flow):
    """One branch a side; a part is (type, name, inlet, outlet), the last one of supply cools."""
    for side, parts in (("S", supply), ("D", demand)):
        m["Branch"][name + side] = {"components": [
            dict(component_object_type=t, component_name=n, component_inlet_node_name=i,
                 component_outlet_node_name=o) for t, n, i, o in parts]}
        m["BranchList"][name + side + "L"] = {"branches": [{"branch_name": name + side}]}
    cools = supply[-1]
    m["PlantEquipmentList"][name + "E"] = {"equipment": [
        dict(equipment_object_type=cools[0], equipment_name=cools[1])]}
    m["PlantEquipmentOperation:CoolingLoad"][name + "O"] = {
        "load_range_1_lower_limit": 0, "load_range_1_upper_limit": 1e12,
        "range_1_equipment_list_name": name + "E"}
    m["PlantEquipmentOperationSchemes"][name + "P"] = {
        "control_scheme_1_object_type": "PlantEquipmentOperation:CoolingLoad",
        "control_scheme_1_name": name + "O", "control_scheme_1_schedule_name": "on"}
    m["PlantLoop"][name] = {
        "fluid_type": "Water", "plant_equipment_operation_scheme_name": name + "P",
        "loop_temperature_setpoint_node_name": cools[3], "maximum_loop_temperature": 90,
        "minimum_loop_temperature": 0.5, "maximum_loop_flow_rate": flow,
        "minimum_loop_flow_rate": 0, "plant_loop_volume": 0,
        "plant_side_inlet_node_name": supply[0][2], "plant_side_outlet_node_name": cools[3],
        "plant_side_branch_list_name": name + "SL", "demand_side_inlet_node_name": demand[0][2],
        "demand_side_outlet_node_name": demand[-1][3],
        "demand_side_branch_list_name": name + "DL",
        "load_distribution_scheme": "SequentialLoad"}
    if schedule:
        m["SetpointManager:Scheduled"][name] = {
            "control_variable": "Temperature", "schedule_name": schedule,
            "setpoint_node_or_nodelist_name": cools[3]}


def pump(m, name, inlet, outlet, flow, head_pa, efficiency):
    m["Pump:ConstantSpeed"][name] = dict(
        inlet_node_name=inlet, outlet_node_name=outlet, design_flow_rate=flow,
        design_pump_head=head_pa, design_power_consumption=flow * head_pa / efficiency,
        motor_efficiency=0.9, fraction_of_motor_inefficiencies_to_fluid_stream=1,
        pump_control_type="Continuous")


def heat(m, flow, load, fraction):
    m["LoadProfile:Plant"]["load"] = dict(
        inlet_node_name="c3", outlet_node_name="c4", load_schedule_name=load,
        peak_flow_rate=flow, flow_rate_fraction_schedule_name=fraction)


def chiller(m, watts, flow, condenser_flow):
    curve(m, "cap", CAP, (5, 10), (24, 35))
    curve(m, "eir", EIR, (5, 10), (24, 35))
    curve(m, "plr", PLR, (0, 1.01))
    m["Chiller:Electric:EIR"]["ch"] = dict(
        reference_capacity=watts, reference_cop=5.5,
        reference_leaving_chilled_water_temperature=6.67,
        reference_entering_condenser_fluid_temperature=29.4,
        reference_chilled_water_flow_rate=flow,
        reference_condenser_fluid_flow_rate=condenser_flow,
        cooling_capacity_function_of_temperature_curve_name="cap",
        electric_input_to_cooling_output_ratio_function_of_temperature_curve_name="eir",
        electric_input_to_cooling_output_ratio_function_of_part_load_ratio_curve_name="plr",
        minimum_part_load_ratio=0.1, maximum_part_load_ratio=1, optimum_part_load_ratio=1,
        minimum_unloading_ratio=0.2, chilled_water_inlet_node_name="c1",
        chilled_water_outlet_node_name="c2", condenser_inlet_node_name="w3",
        condenser_outlet_node_name="w4", condenser_type="WaterCooled",
        fraction_of_compressor_electric_consumption_rejected_by_condenser=1,
        leaving_chilled_water_lower_temperature_limit=2, chiller_flow_mode="ConstantFlow")


# The design point of the catalogue's tower: 1000 kW, 35 to 29.44 degC at 25.55 degC wet bulb,
# air that leaves 5 K above it.  UA is what EnergyPlus sizes with NominalCapacity; given, since
# with NominalCapacity the tower takes no more than that.
TOWER_AIR_M3_S, TOWER_WATER_M3_S, TOWER_UA = 36.42823, 0.04319397, 51630.05


def tower(m, watts, water_flow, name="t", inlet="w1", outlet="w2"):
    k = watts / 1e6
    curve(m, "wb", [1, 0.0081, 0], (-10, 60))
    curve(m, "air", [0, 1.3, -0.3], (0, 1.5))
    curve(m, "water", [0.1082, 1.667, -0.7713], (0, 1.5))
    curve(m, "fan", [0, 0, 0, 1], (0, 1))
    ua = "u_factor_times_area_modifier_function_of_%s_curve_name"
    m["CoolingTower:VariableSpeed:Merkel"][name] = {
        "water_inlet_node_name": inlet, "water_outlet_node_name": outlet,
        "performance_input_method": "UFactorTimesAreaAndDesignWaterFlowRate",
        "design_water_flow_rate": water_flow, "design_air_flow_rate": TOWER_AIR_M3_S * k,
        "design_air_flow_rate_u_factor_times_area_value": TOWER_UA * k,
        "free_convection_u_factor_times_area_value": 0.1 * TOWER_UA * k,
        "free_convection_air_flow_rate": 0.1 * TOWER_AIR_M3_S * k,
        "minimum_air_flow_rate_ratio": 0.1, "design_fan_power": 12000 * k,
        "fan_power_modifier_function_of_air_flow_rate_ratio_curve_name": "fan",
        ua % "wetbulb_temperature_difference": "wb", ua % "air_flow_ratio": "air",
        ua % "water_flow_ratio": "water", "design_inlet_air_dry_bulb_temperature": 25.55,
        "design_inlet_air_wet_bulb_temperature": 25.55, "design_approach_temperature": 3.89,
        "design_range_temperature": 5.56, "evaporation_loss_mode": "SaturatedExit",
        "drift_loss_percent": 0.005, "blowdown_calculation_mode": "ConcentrationRatio",
        "blowdown_concentration_ratio": 5, "number_of_cells": 1}


def zone(m, cooler, name):
    """An adiabatic box of 10 x 10 x 4 m, held by a thermostat."""
    m["Zone"]["z"] = dict(ceiling_height=4, volume=400)
    m["Material:NoMass"]["insulation"] = dict(roughness="Rough", thermal_resistance=5)
    m["Construction"]["c"] = dict(outside_layer="insulation")
    faces = {"Floor": [(0, 0, 0), (0, 10, 0), (10, 10, 0), (10, 0, 0)],
             "Ceiling": [(0, 10, 4), (0, 0, 4), (10, 0, 4), (10, 10, 4)],
             "Wall s": [(0, 0, 4), (0, 0, 0), (10, 0, 0), (10, 0, 4)],
             "Wall n": [(10, 10, 4), (10, 10, 0), (0, 10, 0), (0, 10, 4)],
             "Wall e": [(10, 0, 4), (10, 0, 0), (10, 10, 0), (10, 10, 4)],
             "Wall w": [(0, 10, 4), (0, 10, 0), (0, 0, 0), (0, 0, 4)]}
    for face, corners in faces.items():
        m["BuildingSurface:Detailed"][face] = dict(
            surface_type=face.split()[0], construction_name="c", zone_name="z",
            outside_boundary_condition="Adiabatic", sun_exposure="NoSun",
            wind_exposure="NoWind", number_of_vertices=4,
            vertices=[dict(vertex_x_coordinate=x, vertex_y_coordinate=y, vertex_z_coordinate=z)
                      for x, y, z in corners])
    constant(m, "cooling", 2)
    m["ThermostatSetpoint:SingleCooling"]["set"] = dict(
        setpoint_temperature_schedule_name="zone")
    m["ZoneControl:Thermostat"]["zt"] = dict(
        zone_or_zonelist_name="z", control_type_schedule_name="cooling",
        control_1_object_type="ThermostatSetpoint:SingleCooling", control_1_name="set")
    m["ZoneHVAC:EquipmentConnections"]["ec"] = dict(
        zone_name="z", zone_conditioning_equipment_list_name="zl",
        zone_air_inlet_node_or_nodelist_name="zin", zone_air_exhaust_node_or_nodelist_name="zex",
        zone_air_node_name="zn", zone_return_air_node_or_nodelist_name="zret")
    m["ZoneHVAC:EquipmentList"]["zl"] = dict(
        load_distribution_scheme="SequentialLoad",
        equipment=[dict(zone_equipment_object_type=cooler, zone_equipment_name=name,
                        zone_equipment_cooling_sequence=1,
                        zone_equipment_heating_or_no_load_sequence=1)])


# ---- running ---------------------------------------------------------------

def run(m, weather):
    """{variable: [8760 hourly values, one list for each part]}"""
    folder = os.path.join(SCRATCH, "run")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    model = os.path.join(folder, "in.epJSON")
    with open(model, "w") as f:
        json.dump(m, f)
    subprocess.run([sys.executable, "-c", RUNNER, "-d", folder, "-w", weather, model], check=True)
    with open(os.path.join(folder, "eplusout.err")) as f:
        if "**  Fatal  **" in f.read():
            sys.exit("EnergyPlus failed: " + folder)
    names, got = {}, collections.defaultdict(dict)
    with open(os.path.join(folder, "eplusout.eso")) as f:
        for line in f:
            if line.startswith("End of Data Dictionary"):
                break
            part = line.split(",", 3)
            if len(part) == 4 and part[0].isdigit() and int(part[0]) > 5:
                names[part[0]] = (part[2], part[3].split("[")[0].strip())
        for line in f:
            part = line.strip().split(",")
            if part[0] in names:
                key, variable = names[part[0]]
                got[variable].setdefault(key, []).append(float(part[1]))
    return {v: [x[-8760:] for x in keys.values()] for v, keys in got.items()}


def made_weather(states):
    """Saturated air of the given temperatures at 101325 Pa, hour by hour."""
    path = os.path.join(SCRATCH, "made.epw")
    states = list(states) + [states[-1]] * (8760 - len(states))
    with open(path, "w") as f:
        f.write("LOCATION,made,-,-,made,999999,0.0,0.0,0.0,0.0\nDESIGN CONDITIONS,0\n"
                "TYPICAL/EXTREME PERIODS,0\nGROUND TEMPERATURES,0\n"
                "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0\nCOMMENTS 1,made\nCOMMENTS 2,made\n"
                "DATA PERIODS,1,1,Data,Sunday, 1/ 1,12/31\n")
        for i, t in enumerate(states):
            d = datetime.datetime(2001, 1, 1) + datetime.timedelta(hours=i)
            f.write("2001,%d,%d,%d,60,%s,%.4f,%.4f,100.0,101325.0,0,0,300,0,0,0,0,0,0,0,0,2,0,0,"
                    "20,77777,9,999999999,0,0,0,0,0,0,0\n"
                    % (d.month, d.day, d.hour + 1, "?9" * 4, t, t))
    return path


def place_weather(place):
    path = os.path.join(SCRATCH, place + ".epw")
    with gzip.open(os.path.join(EPW, place + ".epw.gz")) as a, open(path, "wb") as b:
        shutil.copyfileobj(a, b)
    return path


def held(values):
    return [v for v in values for _ in range(HOLD)]


def write(name, head, rows):
    with open(os.path.join(OUT, name), "w") as f:
        f.write(head + "\n")
        f.writelines(",".join(x if isinstance(x, str) else "%.9g" % x for x in row) + "\n"
                     for row in rows)


# ---- cases -----------------------------------------------------------------

def chiller_points():
    points = [(te, tc, q) for te in (5, 6.67, 8.5, 10) for tc in (24, 27, 29.4, 32, 35)
              for q in (50, 150, 300, 450, 600, 750, 850)]
    points += [(14, 18, 500), (18, 20, 500), (18, 26, 800), (12, 16, 700), (8, 18, 600),
               (8, 38, 600)]
    m = base(4)
    hourly(m, "te", held([p[0] for p in points]))
    hourly(m, "tc", held([p[1] for p in points]))
    hourly(m, "load", held([-1000 * p[2] for p in points]))
    chiller(m, 1e6, 0.045, 0.055)
    pump(m, "p1", "c0", "c1", 0.045, 1, 0.5)
    pump(m, "p2", "w0", "w1", 0.055, 1, 0.5)
    heat(m, 0.045, "load", "on")
    m["PlantComponent:TemperatureSource"]["sea"] = dict(
        inlet_node="w1", outlet_node="w2", design_volume_flow_rate=0.055,
        temperature_specification_type="Scheduled", source_temperature_schedule_name="tc")
    loop(m, "CHW", [("Pump:ConstantSpeed", "p1", "c0", "c1"),
                    ("Chiller:Electric:EIR", "ch", "c1", "c2")],
         [("LoadProfile:Plant", "load", "c3", "c4")], "te", 0.045)
    loop(m, "CW", [("Pump:ConstantSpeed", "p2", "w0", "w1"),
                   ("PlantComponent:TemperatureSource", "sea", "w1", "w2")],
         [("Chiller:Electric:EIR", "ch", "w3", "w4")], "tc", 0.055)
    names = ["Chiller Evaporator Outlet Temperature", "Chiller Condenser Inlet Temperature",
             "Chiller Evaporator Cooling Rate", "Chiller Electricity Rate"]
    report(m, *names)
    got = run(m, made_weather([20]))
    write("energyplus_chiller.csv", "leaving_c,condenser_c,heat_w,power_w",
          [[got[n][0][i * HOLD + HOLD - 1] for n in names] for i in range(len(points))])


def tower_points():
    full = [(wb, q, f, 1) for wb in (2, 8, 14, 20, 25.55) for q in (300, 600, 800)
            for f in (0.6, 0.8, 1)]
    part = [(wb, q, f, wb + a) for wb in (2, 8, 14, 20, 25.55) for q in (400, 700)
            for f in (0.8, 1) for a in (7, 9)]
    points = full + part
    m = base(4)
    hourly(m, "load", held([-1000 * p[1] for p in points]))
    hourly(m, "flow", held([p[2] for p in points]))
    hourly(m, "set", held([p[3] for p in points]))
    m["Pump:VariableSpeed"]["p"] = dict(
        inlet_node_name="w0", outlet_node_name="w1", design_maximum_flow_rate=TOWER_WATER_M3_S,
        design_pump_head=1, design_power_consumption=0.1, motor_efficiency=0.9,
        fraction_of_motor_inefficiencies_to_fluid_stream=0,
        coefficient_1_of_the_part_load_performance_curve=0,
        coefficient_2_of_the_part_load_performance_curve=1,
        coefficient_3_of_the_part_load_performance_curve=0,
        coefficient_4_of_the_part_load_performance_curve=0, design_minimum_flow_rate=0,
        pump_control_type="Continuous")
    heat(m, TOWER_WATER_M3_S, "load", "flow")
    tower(m, 1e6, TOWER_WATER_M3_S)
    loop(m, "CW", [("Pump:VariableSpeed", "p", "w0", "w1"),
                   ("CoolingTower:VariableSpeed:Merkel", "t", "w1", "w2")],
         [("LoadProfile:Plant", "load", "c3", "c4")], "set", TOWER_WATER_M3_S)
    names = ["Site Outdoor Air Wetbulb Temperature", "Site Outdoor Air Density",
             "Cooling Tower Mass Flow Rate", "Cooling Tower Inlet Temperature",
             "Cooling Tower Outlet Temperature", "Cooling Tower Fan Electricity Rate",
             "Cooling Tower Water Evaporation Volume Flow Rate"]
    report(m, *names)
    got = run(m, made_weather(held([p[0] for p in points])))
    write("energyplus_tower.csv",
          "wet_bulb_c,air_kg_m3,water_kg_s,in_c,out_c,fan_w,evaporation_m3_s",
          [[got[n][0][i * HOLD + HOLD - 1] for n in names] for i in range(len(points))])


def ite_points():
    """100 servers: electronics 850 W at 25 degC, 40 % of it idle, 0.3 %/K above; fans of 150 W
    and 0.08 m3/s at 40 % idle, 70 % busy, and from 25 to 35 degC 30 % more."""
    idle, leak, n_idle, n_busy = 0.4, 0.003, 0.4, 0.7
    fan_w, electronics_w, air_m3_s = 150 * n_busy ** 3, 850, 0.08 * n_busy
    loads, rows = (0, 0.25, 0.5, 0.75, 1), []
    for supply_c in (25, 28, 31, 34):
        m = base(6)
        zone(m, "ZoneHVAC:IdealLoadsAirSystem", "ideal")
        constant(m, "zone", 45)
        hourly(m, "busy", held(loads))
        m["ZoneHVAC:IdealLoadsAirSystem"]["ideal"] = dict(
            zone_supply_air_node_name="zin", zone_exhaust_air_node_name="zex",
            maximum_heating_supply_air_temperature=50,
            minimum_cooling_supply_air_temperature=supply_c, heating_limit="NoLimit",
            cooling_limit="NoLimit", dehumidification_control_type="None",
            humidification_control_type="None")
        box = ((0, 1), (10, 40))
        curve(m, "f1", [idle * (1 - 25 * leak), (1 - idle) * (1 - 25 * leak), 0, idle * leak, 0,
                        (1 - idle) * leak], *box)
        curve(m, "f2", [(n_idle - (1 - n_busy) * 2.5) / n_busy, (n_busy - n_idle) / n_busy, 0,
                        (1 - n_busy) / 10 / n_busy, 0, 0], *box)
        curve(m, "f3", [0, 0, 0, 1], (0, 2))
        curve(m, "recirculation", [0, 0, 0, 0, 0, 0], *box)
        curve(m, "supply", [1, 0, 0], (0, 2))
        all_w = electronics_w + fan_w
        m["ElectricEquipment:ITE:AirCooled"]["ite"] = dict(
            zone_or_space_name="z", air_flow_calculation_method="FlowFromSystem",
            design_power_input_calculation_method="Watts/Unit", watts_per_unit=all_w,
            number_of_units=100, design_power_input_schedule_name="on",
            cpu_loading_schedule_name="busy",
            cpu_power_input_function_of_loading_and_air_temperature_curve_name="f1",
            design_fan_power_input_fraction=fan_w / all_w,
            design_fan_air_flow_rate_per_power_input=air_m3_s / all_w,
            air_flow_function_of_loading_and_air_temperature_curve_name="f2",
            fan_power_input_function_of_flow_curve_name="f3",
            design_entering_air_temperature=25, environmental_class="None",
            air_inlet_connection_type="AdjustedSupply", supply_air_node_name="zin",
            design_recirculation_fraction=0,
            recirculation_function_of_loading_and_supply_temperature_curve_name="recirculation",
            design_electric_power_supply_efficiency=0.9,
            electric_power_supply_efficiency_function_of_part_load_ratio_curve_name="supply",
            fraction_of_electric_power_supply_losses_to_zone=0)
        names = ["ITE CPU Electricity Rate", "ITE Fan Electricity Rate",
                 "ITE UPS Electricity Rate"]
        report(m, *names)
        got = run(m, made_weather([20]))
        rows += [[supply_c, x] + [got[n][0][i * HOLD + HOLD - 1] for n in names]
                 for i, x in enumerate(loads)]
    write("energyplus_ite.csv", "supply_c,activity,electronics_w,fan_w,ups_w", rows)


FLOW, TOWER_FLOW = 1.1e6 / (6 * 4192 * 999.7), 1.3e6 / (5.56 * 4180 * 996)
PLANT = ["Chiller Electricity Rate", "Cooling Tower Fan Electricity Rate",
         "Pump Electricity Rate", "Cooling Tower Make Up Water Volume Flow Rate"]


def plant():
    """1 MW into water of 10 degC: pumps, chiller and tower, without loops."""
    m = base(4)
    constant(m, "te", 10)
    constant(m, "load", -1e6)
    chiller(m, 1.3e6, FLOW, TOWER_FLOW)
    pump(m, "p1", "c0", "p1o", FLOW, 250e3, 0.7)
    pump(m, "p2", "w0", "w1", TOWER_FLOW, 200e3, 0.7)
    heat(m, FLOW, "load", "on")
    tower(m, 1.3e6, TOWER_FLOW)
    report(m, *PLANT)
    return m


def plant_rows(case, place, got):
    total = lambda name: sum(sum(x) for x in got[name])
    return [[case, place, "chiller_kwh", total(PLANT[0]) / 1e3],
            [case, place, "tower_fan_kwh", total(PLANT[1]) / 1e3],
            [case, place, "pump_kwh", total(PLANT[2]) / 1e3],
            [case, place, "water_m3", total(PLANT[3]) * 3600]]


def chiller_loop(m):
    m["SetpointManager:FollowOutdoorAirTemperature"]["cw"] = dict(
        control_variable="Temperature", reference_temperature_type="OutdoorAirWetBulb",
        offset_temperature_difference=5, maximum_setpoint_temperature=35,
        minimum_setpoint_temperature=24, setpoint_node_or_nodelist_name="w2")
    loop(m, "CW", [("Pump:ConstantSpeed", "p2", "w0", "w1"),
                   ("CoolingTower:VariableSpeed:Merkel", "t", "w1", "w2")],
         [("Chiller:Electric:EIR", "ch", "w3", "w4")], None, TOWER_FLOW)


def plant_year(place):
    m = plant()
    m["Pump:ConstantSpeed"]["p1"]["outlet_node_name"] = "c1"
    loop(m, "CHW", [("Pump:ConstantSpeed", "p1", "c0", "c1"),
                    ("Chiller:Electric:EIR", "ch", "c1", "c2")],
         [("LoadProfile:Plant", "load", "c3", "c4")], "te", FLOW)
    chiller_loop(m)
    return plant_rows("chilled-water", place, run(m, place_weather(place)))


def wet_bulbs(weather):
    m = base(1)
    report(m, "Site Outdoor Air Wetbulb Temperature")
    zone(m, "ZoneHVAC:IdealLoadsAirSystem", "ideal")
    constant(m, "zone", 45)
    m["ZoneHVAC:IdealLoadsAirSystem"]["ideal"] = dict(
        zone_supply_air_node_name="zin", zone_exhaust_air_node_name="zex")
    return run(m, weather)["Site Outdoor Air Wetbulb Temperature"][0]


def economizer_year(place):
    """A plate exchanger of 80 % effectiveness before the chiller, with a tower of its own.  It
    makes the 8.62 degC that carry all the heat, as long as the wet bulb is 2 K below the
    return water of 15.54 degC."""
    weather = place_weather(place)
    m = plant()
    hourly(m, "free", [1 if x + 2 < 15.54 else 0 for x in wet_bulbs(weather)])
    constant(m, "need", 8.62)
    tower(m, 1.3e6, TOWER_FLOW, "f", "f1", "f2")
    pump(m, "p3", "f0", "f1", TOWER_FLOW, 1e3, 0.7)
    m["Pump:ConstantSpeed"]["p3"]["pump_control_type"] = "Intermittent"
    m["HeatExchanger:FluidToFluid"]["plate"] = dict(
        availability_schedule_name="free", loop_demand_side_inlet_node_name="f3",
        loop_demand_side_outlet_node_name="f4", loop_demand_side_design_flow_rate=TOWER_FLOW,
        loop_supply_side_inlet_node_name="p1o", loop_supply_side_outlet_node_name="c1",
        loop_supply_side_design_flow_rate=FLOW, heat_exchange_model_type="CounterFlow",
        heat_exchanger_u_factor_times_area_value=plate_ua(0.8), control_type="UncontrolledOn",
        heat_exchanger_setpoint_node_name="c1", heat_transfer_metering_end_use_type="FreeCooling")
    loop(m, "CHW", [("Pump:ConstantSpeed", "p1", "c0", "p1o"),
                    ("HeatExchanger:FluidToFluid", "plate", "p1o", "c1"),
                    ("Chiller:Electric:EIR", "ch", "c1", "c2")],
         [("LoadProfile:Plant", "load", "c3", "c4")], "te", FLOW)
    del m["PlantEquipmentOperation:CoolingLoad"]["CHWO"], m["PlantEquipmentList"]["CHWE"]
    m["PlantEquipmentOperation:ComponentSetpoint"]["CHWO"] = dict(
        equipment_1_object_type="Chiller:Electric:EIR", equipment_1_name="ch",
        demand_calculation_1_node_name="c1", setpoint_1_node_name="c2",
        component_1_flow_rate=FLOW, operation_1_type="Cooling")
    m["PlantEquipmentOperationSchemes"]["CHWP"]["control_scheme_1_object_type"] = (
        "PlantEquipmentOperation:ComponentSetpoint")
    m["PlantEquipmentOperation:Uncontrolled"]["CHWU"] = dict(equipment_list_name="CHWE")
    m["PlantEquipmentList"]["CHWE"] = {"equipment": [dict(
        equipment_object_type="HeatExchanger:FluidToFluid", equipment_name="plate")]}
    m["PlantEquipmentOperationSchemes"]["CHWP"].update(
        control_scheme_2_object_type="PlantEquipmentOperation:Uncontrolled",
        control_scheme_2_name="CHWU", control_scheme_2_schedule_name="on")
    chiller_loop(m)
    loop(m, "FREE", [("Pump:ConstantSpeed", "p3", "f0", "f1"),
                     ("CoolingTower:VariableSpeed:Merkel", "f", "f1", "f2")],
         [("HeatExchanger:FluidToFluid", "plate", "f3", "f4")], "need", TOWER_FLOW)
    return plant_rows("economizer", place, run(m, weather))


def plate_ua(effectiveness):
    """Of a counter-flow exchanger between the two design flows."""
    low, high = FLOW * 999.7 * 4192, TOWER_FLOW * 996 * 4180
    ratio = low / high
    z = (1 - effectiveness) / (1 - effectiveness * ratio)
    return -math.log(z) / (1 - ratio) * low


def dew_point_c(w, p_pa):
    """ASHRAE Fundamentals, above 0 degC."""
    kpa = p_pa * w / (0.621945 + w) / 1000
    a = math.log(kpa)
    return 6.54 + 14.526 * a + 0.7389 * a ** 2 + 0.09486 * a ** 3 + 0.4569 * kpa ** 0.1984


def dx_year(place):
    """The vapour of 100 W keeps the room where the coil is about to condense: EnergyPlus
    lets no coil run drier."""
    m = base(6)
    zone(m, "ZoneHVAC:WindowAirConditioner", "ac")
    constant(m, "zone", 24)
    for name, watts, latent in (("it", 40e3, 0), ("vapour", 100, 1)):
        m["OtherEquipment"][name] = dict(
            zone_or_zonelist_or_space_or_spacelist_name="z", schedule_name="on",
            design_level_calculation_method="EquipmentLevel", design_level=watts,
            fraction_radiant=0, fraction_latent=latent, fraction_lost=0)
    m["ZoneHVAC:WindowAirConditioner"]["ac"] = dict(
        availability_schedule_name="on", maximum_supply_air_flow_rate=3.5,
        maximum_outdoor_air_flow_rate=0, air_inlet_node_name="zex", air_outlet_node_name="zin",
        outdoor_air_mixer_object_type="OutdoorAir:Mixer", outdoor_air_mixer_name="mix",
        supply_air_fan_object_type="Fan:OnOff", supply_air_fan_name="fan",
        cooling_coil_object_type="Coil:Cooling:DX:SingleSpeed", dx_cooling_coil_name="dx",
        supply_air_fan_operating_mode_schedule_name="on", fan_placement="DrawThrough",
        cooling_convergence_tolerance=0.0001)
    m["OutdoorAir:Mixer"]["mix"] = dict(
        mixed_air_node_name="mixed", outdoor_air_stream_node_name="oa",
        relief_air_stream_node_name="relief", return_air_stream_node_name="zex")
    m["OutdoorAir:NodeList"]["nl"] = dict(nodes=[dict(node_or_nodelist_name="oa")])
    m["Fan:OnOff"]["fan"] = dict(
        availability_schedule_name="on", fan_total_efficiency=0.6,
        pressure_rise=1900 * 0.6 / 3.5, maximum_flow_rate=3.5, motor_efficiency=0.9,
        motor_in_airstream_fraction=1, air_inlet_node_name="coil", air_outlet_node_name="zin")
    curve(m, "cap", DX_CAP, (12, 26), (18, 46))
    curve(m, "eir", DX_EIR, (12, 26), (18, 46))
    curve(m, "one", [1, 0, 0], (0, 1.5))
    curve(m, "plf", [0.8, 0.2, 0], (0, 1))
    m["Coil:Cooling:DX:SingleSpeed"]["dx"] = dict(
        availability_schedule_name="on", gross_rated_total_cooling_capacity=60e3,
        gross_rated_sensible_heat_ratio=0.8, gross_rated_cooling_cop=3.5,
        rated_air_flow_rate=3.5, air_inlet_node_name="mixed", air_outlet_node_name="coil",
        total_cooling_capacity_function_of_temperature_curve_name="cap",
        total_cooling_capacity_function_of_flow_fraction_curve_name="one",
        energy_input_ratio_function_of_temperature_curve_name="eir",
        energy_input_ratio_function_of_flow_fraction_curve_name="one",
        part_load_fraction_correlation_curve_name="plf",
        minimum_outdoor_dry_bulb_temperature_for_compressor_operation=-50,
        condenser_type="AirCooled")
    report(m, "Cooling Coil Electricity Rate", "Fan Electricity Rate", "Zone Air Humidity Ratio",
           "Site Outdoor Air Barometric Pressure")
    got = run(m, place_weather(place))
    mean = lambda name: sum(got[name][0]) / 8760
    dew = dew_point_c(mean("Zone Air Humidity Ratio"), mean("Site Outdoor Air Barometric Pressure"))
    return [["dx", place, "compressor_kwh", mean("Cooling Coil Electricity Rate") * 8.76],
            ["dx", place, "room_fan_kwh", mean("Fan Electricity Rate") * 8.76],
            ["dx", place, "dew_point_c", dew]]


os.makedirs(SCRATCH, exist_ok=True)
chiller_points()
tower_points()
ite_points()
write("energyplus_years.csv", "case,place,quantity,value",
      [row for place in PLACES for row in plant_year(place)] +
      [row for place in PLACES for row in economizer_year(place)] +
      [row for place in PLACES for row in dx_year(place)])
