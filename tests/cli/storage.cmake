# Tanks of chilled water: the year with one, by the hours of a tariff.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(WRITE ${TMP}/tank.ini "
[site]
tariff = two
[tariff two]
flat_price = 0.10 USD/kWh
valley_price = 0.04 USD/kWh
peak_price = 0.30 USD/kWh
valley_hours = 0-6
peak_hours = 13-17
source = a test
[storage tank]
serves = loop.chw
capacity = 4 MWh
charge = 300 kW
discharge = 500 kW
schedule = tariff
")
file(WRITE ${TMP}/tariff.ini "
[site]
tariff = two
[tariff two]
flat_price = 0.10 USD/kWh
valley_price = 0.04 USD/kWh
peak_price = 0.30 USD/kWh
valley_hours = 0-6
peak_hours = 13-17
source = a test
")
run(run sites/h100-hall.ini -f ${TMP}/tank.ini --json --threads 1 --hourly ${TMP}/hours.csv)
expect_code(0)
set(one "${OUT}")
string(JSON given GET "${OUT}" metrics storage_discharged_kwh)
string(JSON lost GET "${OUT}" metrics storage_loss_kwh)
string(JSON residual GET "${OUT}" metrics heat_residual_rel)
string(JSON with_tank GET "${OUT}" metrics electricity_cost_per_year)
if(given LESS 600000 OR given GREATER 657001 OR lost LESS 1 OR residual GREATER 1e-9)
  wrong("given ${given} kWh, lost ${lost}, residual ${residual}")
endif()
# stored_w: charged in hours 0 to 5, given back in hours 13 to 16, idle else
file(STRINGS ${TMP}/hours.csv lines LIMIT_COUNT 26)
list(GET lines 0 head)
string(REPLACE "," ";" head "${head}")
list(FIND head stored_w at)
if(at EQUAL -1)
  wrong("no column stored_w in ${head}")
endif()
foreach(h RANGE 23)
  math(EXPR row "${h} + 1")
  list(GET lines ${row} line)
  string(REPLACE "," ";" line "${line}")
  list(GET line ${at} stored)
  if((h LESS 6 AND stored GREATER -1000) OR (h GREATER 12 AND h LESS 17 AND stored LESS 100000)
     OR ((h EQUAL 8 OR h EQUAL 20) AND stored GREATER 10000))
    wrong("hour ${h}: stored ${stored} W")
  endif()
endforeach()
run(run sites/h100-hall.ini -f ${TMP}/tank.ini --json --threads 3)
if(NOT "${one}" STREQUAL "${OUT}")
  wrong("one thread and three differ")
endif()
run(run sites/h100-hall.ini -f ${TMP}/tariff.ini --json)
expect_json("" metrics storage_discharged_kwh)
string(JSON without GET "${OUT}" metrics electricity_cost_per_year)
if(with_tank GREATER without)
  message(STATUS "the tank costs more than it saves: ${with_tank} against ${without}")
endif()
run(fail sites/h100-hall.ini -f ${TMP}/tank.ini --remove chiller.ch/1)
expect_code(0)
run(check sites/h100-hall.ini -f ${TMP}/tank.ini --set storage.tank.serves=loop.cw)
expect_code(3)
expect_err("no chiller cools its loop")
run(check sites/h100-hall.ini -f ${TMP}/tank.ini --set site.tariff=dominion-gs-large)
expect_err("no valley hours")
