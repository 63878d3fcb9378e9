# optimise: optimum, goal seek, front, what cannot be done, wrong command lines.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

function(no_odd_numbers)
  expect_no_escapes()
  if(OUT MATCHES "nan|inf[ \n]|(^|[^0-9a-zA-Z.])-0(\\.0*)?([^0-9.]|$)")
    wrong("a number that is none, or a minus zero")
  endif()
endfunction()

set(site sites/a100-air.ini)
set(supply --vary room.hall.supply "18 degC" "27 degC")
set(cheap --minimise electricity_cost_per_year)

# ---- an optimum ----
# The warmer the room, the less the old units draw, up to what the condition allows.
run(optimise ${site} ${cheap} ${supply} --keep "inlet_margin_k >= 4" --cases 120)
expect_code(0)
expect_out("^A100 room, air-cooled \\(as is\\): electricity_cost_per_year [0-9,]+ CNY, best found; "
  "Varied +now +best +between" "room.hall.supply +18 degC +[0-9.]+ degC +18 degC and 27 degC"
  "0.09 more: " "0.09 less: " "Metric +now +best +change" "inlet_margin_k >= 4 +holds"
  "fits = 1 +holds: fits; tightest is"
  "Simulated [0-9]+ cases; [0-9]+ broke a condition, 0 could not be simulated"
  "[1-9] of [1-9] local searches, begun at places apart, came within 1 % of all that was seen" "best found, not proven"
  "\ndcplan run sites/a100-air.ini --set \"room.hall.supply=[0-9.]+ degC\"\n$")
no_odd_numbers()
expect_empty(ERR)

# What gives out first, and when, is a goal as any other.
run(optimise sites/h100-hall.ini --minimise exhausted_room_air -L deployment.pods.count 24,40 --no-limits)
expect_code(0)
expect_out("exhausted_room_air 2027-11, the best of all combinations" "\n +deployment.pods.count +24 +40 ")

# Repeated by the line that is printed, it comes to what it says.
string(REGEX MATCH "room.hall.supply=([0-9.]+ degC)\"" all "${OUT}")
set(best "${CMAKE_MATCH_1}")
run(optimise ${site} ${cheap} ${supply} --keep "inlet_margin_k >= 4" --cases 120 --json --threads 1
  --csv ${TMP}/best.csv)
expect_code(0)
set(one "${OUT}")
expect_json(dcplan.optimise/1 schema)
expect_json("${best}" best set room.hall.supply)
expect_json(electricity_cost_per_year goals 0 metric)
expect_json(least goals 0 wanted)
expect_json(ON best keeps)
expect_json(18 vary 0 from)
expect_json("inlet_margin_k >= 4" conditions 0)
expect_json("fits = 1" conditions 1)
expect_json(0 cases_failed)
expect_json(worse next_to_best 0 more is)
string(JSON cost GET "${OUT}" best metrics electricity_cost_per_year)
string(JSON now GET "${OUT}" now metrics electricity_cost_per_year)
file(STRINGS ${TMP}/best.csv lines)
list(LENGTH lines n)
if(NOT n EQUAL 3 OR NOT lines MATCHES "point,room.hall.supply,keeps,it_energy_kwh" OR
    NOT lines MATCHES ";now,18 degC,1," OR NOT lines MATCHES ";best,${best},1,")
  wrong("the CSV is not the site and the best")
endif()
run(optimise ${site} ${cheap} ${supply} --keep "inlet_margin_k >= 4" --cases 120 --json --threads 3)
if(NOT OUT STREQUAL one)
  wrong("the result depends on threads")
endif()
run(run ${site} --set "room.hall.supply=${best}" --json)
expect_json("${cost}" metrics electricity_cost_per_year)
run(run ${site} --json)
expect_json("${now}" metrics electricity_cost_per_year)

# Numbers and words; words alone are all tried.
run(optimise ${site} --maximise pue --vary "room.hall.supply" 22 23 -L room.hall.containment none,hot-aisle
  --cases 60 --show wue_l_per_kwh,pue)
if(NOT CODE MATCHES "^[04]$")
  wrong("neither settled nor used up")
endif()
expect_out("room.hall.containment +none +hot-aisle   none, hot-aisle" "PUE ")
no_odd_numbers()
run(optimise ${site} --minimise pue -L room.hall.containment none,hot-aisle,cold-aisle --json)
expect_code(0)
expect_json(ON sure all_combinations)
expect_json(3 cases)

# ---- nothing keeps the conditions ----
run(optimise ${site} ${cheap} ${supply} --keep "pue < 1.2" --keep "inlet_margin_k > 1" --cases 60)
expect_code(1)
expect_out("no case keeps the conditions; the nearest has electricity_cost_per_year"
  "Varied +now +nearest" "pue < 1.2 +broken")
no_odd_numbers()
run(optimise ${site} ${cheap} ${supply} --keep "pue < 1.2" --cases 60 --json)
expect_code(1)
expect_json(OFF nearest keeps)
expect_json(OFF nearest conditions 0)

# A metric that the site has not can never be kept to, and no goal.
run(optimise ${site} ${cheap} ${supply} --keep "max_coolant_c < 40" --cases 30)
expect_code(1)
expect_out("max_coolant_c < 40 +cannot be decided")
run(optimise ${site} --minimise max_coolant_c ${supply} --cases 30)
expect_code(4)
expect_empty(OUT)
expect_err("none of [0-9]+ cases has a value" "a metric of the goal has no value")

# A site that does not fit: no more limits may break than now, or none are looked at.
run(optimise ${site} ${cheap} ${supply} --set "rack.r.power=7 kW" --cases 30 --json)
expect_json("broken_limits <= 1" conditions 0)
run(optimise ${site} ${cheap} ${supply} --set "rack.r.power=7 kW" --cases 30 --json --no-limits)
string(JSON n LENGTH "${OUT}" conditions)
if(NOT n EQUAL 0)
  wrong("limits are looked at in spite of --no-limits")
endif()

# ---- a goal ----
run(optimise ${site} --solve "pue = 1.634" ${supply})
expect_code(0)
expect_out("^A100 room, air-cooled \\(as is\\): pue = 1.634 at room.hall.supply [0-9.]+ degC\n"
  "pue goes from 1.[0-9]+ \\(at" "\n  [0-9.]+ degC: 1.63(40000|40001|39999)" "solved to within" "\ndcplan run sites/a100-air.ini --set \"room.hall.supply=")
no_odd_numbers()
run(optimise ${site} --solve "pue = 1.634" ${supply} --json --csv ${TMP}/goal.csv)
expect_json(dcplan.solve/1 schema)
expect_json(solution solutions 0 kind)
expect_file(${TMP}/goal.csv)
string(JSON at GET "${OUT}" solutions 0 at set room.hall.supply)
run(run ${site} --set "room.hall.supply=${at}" --json)
string(JSON pue GET "${OUT}" metrics pue)
if(NOT pue MATCHES "^1\\.63400[0-9]*$|^1\\.63399[0-9]*$|^1\\.634$")
  wrong("at ${at} PUE is ${pue}")
endif()
run(check ${site} --set "room.hall.supply=${at}" --fail-if "abs(pue - 1.634) > 2e-6")
expect_code(0)

run(optimise ${site} --solve "pue == 1.1" ${supply} --cases 20)
expect_code(1)
expect_out("pue = 1.1 has no solution for room.hall.supply from 18 degC to 27 degC" "nearest at ")

# Whole numbers have neighbours.
run(optimise ${site} --solve "peak_facility_kw = 84" --vary server.gpu.count 4 16 --no-limits)
expect_out("between 1[0-9] \\(.*whole numbers have none between|at server.gpu.count")
no_odd_numbers()

# ---- a front ----
run(optimise ${site} --minimise pue --maximise inlet_margin_k ${supply} --cases 150
  --csv ${TMP}/front.csv --chart ${TMP}/front.svg)
expect_code(0)
expect_out("[0-9]+ points between the best pue and the best inlet_margin_k" "PUE +Rack inlet margin, K +room.hall.supply"
  " now\n" "all keep fits = 1" "best found, not proven")
no_odd_numbers()
expect_file(${TMP}/front.svg)
file(STRINGS ${TMP}/front.csv lines REGEX "^front,")
list(LENGTH lines n)
if(n LESS 4)
  wrong("${n} points are no front")
endif()
file(SHA256 ${TMP}/front.svg first)
run(optimise ${site} --minimise pue --maximise inlet_margin_k ${supply} --cases 150 --json
  --threads 1 --chart ${TMP}/front.svg)
file(SHA256 ${TMP}/front.svg second)
if(NOT first STREQUAL second)
  wrong("the chart depends on threads")
endif()
string(JSON m LENGTH "${OUT}" front)
if(NOT m EQUAL n)
  wrong("CSV and JSON have different fronts")
endif()

# ---- wrong command lines ----
function(refused text)
  run(optimise ${site} ${ARGN})
  expect_code(2)
  expect_empty(OUT)
  expect_err("${text}")
endfunction()
refused("nothing to vary" ${cheap})
refused("no goal is given" ${supply})
refused("there is no metric 'pu'" --minimise pu ${supply})
refused("there is no 'room.hal.supply'" ${cheap} --vary room.hal.supply 1 2)
refused("unit|degC" ${cheap} --vary room.hall.supply "18 kW" "27 kW")
refused("no range" ${cheap} --vary room.hall.supply 27 18)
refused("is no number between bounds" ${cheap} --vary room.hall.containment none hot-aisle)
refused("in two currencies" ${cheap} --vary ups.main.price "1000 CNY" "2000 USD")
refused("needs two numbers" ${cheap} --vary room.hall.supply "18 degC +/- 1 K" "27 degC")
refused("varied twice" ${cheap} ${supply} ${supply})
refused("needs at least two values" ${cheap} -L room.hall.containment none)
refused("the same" ${cheap} -L room.hall.supply "20 degC,20")
refused("too many goals" --minimise pue --minimise water_m3 --minimise mlc ${supply})
refused("two goals are the same" --minimise pue --maximise pue ${supply})
refused("goes without" --minimise pue --solve "pue = 1.2" ${supply})
refused("is no goal" --solve "pue < 1.2" ${supply})
refused("is no goal" --solve "pue" ${supply})
refused("pu" --solve "pu = 1.2" ${supply})
refused("takes one --vary" --solve "pue = 1.6" ${supply} --vary ups.main.modules 1 3)
refused("cannot solve along" --solve "pue = 1.6" -L room.hall.containment none,hot-aisle)
refused("--cases takes" ${cheap} ${supply} --cases 3)
refused("--cases takes" ${cheap} ${supply} --cases 1e9)
refused("inlet_margin" ${cheap} ${supply} --keep "inlet_margin > 2")
refused("draws the front" ${cheap} ${supply} --chart ${TMP}/x.svg)
refused("what kind of picture" --minimise pue --minimise water_m3 ${supply} --chart ${TMP}/x.gif)
refused("both want" ${cheap} ${supply} --json --csv -)
refused("there is no metric 'pu'" ${cheap} ${supply} --show pu)
refused("needs more values" ${cheap} --vary room.hall.supply 18)
refused("between|bounds|to" ${cheap} --vary room.hall.supply 18 2000)

# Outputs that cannot be written.
run(optimise ${site} ${cheap} ${supply} --cases 20 --csv ${TMP}/no/such.csv)
expect_code(5)
run_into(/dev/full optimise ${site} ${cheap} ${supply} --cases 20)
expect_code(5)

# --strict is about the site as it is.
run(optimise sites/office-closet.ini --minimise pue --vary room.closet.supply 19 21 --cases 10 --strict --quiet)
expect_code(4)
expect_err("warnings, and --strict")

# ---- what is shown is worked out; what is claimed holds ----
run(optimise sites/h100-hall.ini --minimise pue -L deployment.pods.count 1,24 --show runs_out,own_npv)
expect_code(0)
expect_out("NPV of owning, USD +-[0-9,]+" "Runs out +20[0-9][0-9]-[0-9][0-9]")
# A month of one resource is one of growth.
run(optimise sites/h100-hall.ini --maximise exhausted_space -L deployment.pods.count 1,24)
expect_code(0)
expect_out("exhausted_space 20[0-9][0-9]-[0-9][0-9], the best of all combinations")
run(optimise ${site} --solve "capex_cost + 1 = water_m3 + 1" ${supply} --cases 20)
expect_code(4)
run(optimise ${site} --solve "water_m3 = 0" --vary room.hall.supply 18 28)
expect_code(0)
expect_out("water_m3 = 0 for room.hall.supply from 18 degC to 28 degC"
  "at 28 degC breaks fits = 1: does not fit")
run(optimise ${site} --solve "pue = 1.1" ${supply} --cases 20)
expect_out("looked at to within")

# Values with commas stand in quotes, as of a sweep.
run(optimise ${site} ${cheap} -L tariff.shenzhen-two-part.peak_hours "\"10-12,14-19\",10-12")
expect_code(0)
expect_out("tariff.shenzhen-two-part.peak_hours +10-12, 14-19 +10-12   \"10-12, 14-19\", 10-12\n")
run(optimise ${site} ${cheap} -L tariff.shenzhen-two-part.peak_hours "\"10-12,14")
expect_code(2)
expect_err("the quotes of the values of 'tariff.shenzhen-two-part.peak_hours' do not match")
