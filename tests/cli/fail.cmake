# fail: every single failure, or what is removed.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(models --models tests/cli/tiny/models)
file(READ ${SOURCE}/tests/cli/tiny/site.ini text)
file(WRITE ${TMP}/two.ini "${text}
[pdu x]
from = utility.grid
[pdu y]
from = utility.grid
[server two]
count = 4
power_idle = 1 kW
power_typical = 2 kW
power_maximum = 2 kW
airflow = 200 cfm
from = pdu.x, pdu.y
[server one]
count = 3
power_idle = 1 kW
power_typical = 1 kW
power_maximum = 1 kW
airflow = 100 cfm
from = pdu.x
")
run(fail ${TMP}/two.ini ${models})
expect_code(0)
expect_out("pdu.x lost +drops servers" "server.one: 3 of 3 servers drop" "Single points of failure: [0-9]+"
  "more states are survived; --all shows them")
expect_no_escapes()
if(OUT MATCHES "pdu.y lost")
  wrong("what is survived is shown without --all")
endif()
run(fail ${TMP}/two.ini ${models} --all)
expect_code(0)
expect_out("pdu.y lost +survives")

# only what is named; several are lost together
run(fail ${TMP}/two.ini ${models} --remove pdu.y)
expect_code(0)
expect_out("pdu.y lost +survives")
run(fail ${TMP}/two.ini ${models} --remove pdu.x --remove pdu.y)
expect_code(0)
expect_out("pdu.x and pdu.y lost +drops servers" "server.two: 4 of 4 servers drop")
run(fail ${TMP}/two.ini ${models} --remove pdu.z)
expect_code(3)
expect_err("there is no 'pdu.z' to remove")
expect_empty(OUT)

# --check: the answer is no
run(fail ${TMP}/two.ini ${models} --check)
expect_code(1)
run(fail ${TMP}/two.ini ${models} --remove pdu.y --json)
expect_code(0)
expect_json(dcplan.fail/1 schema)
expect_json(ON states 0 survives)
run(fail ${TMP}/two.ini ${models} --json)
expect_code(0)
string(JSON n LENGTH "${OUT}" states)
math(EXPR last "${n} - 1")
foreach(i RANGE ${last})
  string(JSON demand GET "${OUT}" states ${i} demand_kw)
  string(JSON served GET "${OUT}" states ${i} served_kw)
  string(JSON dropped GET "${OUT}" states ${i} dropped_kw)
  if(dropped EQUAL 0 AND NOT served EQUAL demand)
    wrong("state ${i}: served ${served}, dropped ${dropped}, demand ${demand}")
  endif()
endforeach()

# the same bytes on any number of threads
run(fail ${TMP}/two.ini ${models} --json --threads 1)
set(one "${OUT}")
run(fail ${TMP}/two.ini ${models} --json --threads 3)
if(NOT "${one}" STREQUAL "${OUT}")
  wrong("one thread and three differ")
endif()

# ride-through: what is missing is said; one pair of units without power warms the room
file(WRITE ${TMP}/ride.ini "${text}
[pdu x]
from = utility.grid
[server two]
count = 4
power_idle = 1 kW
power_typical = 2 kW
power_maximum = 2 kW
airflow = 200 cfm
weight = 30 kg
from = utility.grid
")
run(fail ${TMP}/ride.ini ${models} --set crac.c.from=pdu.x --json)
expect_json("room.hall: area or height is not given; ride-through is not computed"
  ride_through_notes 0)
run(fail ${TMP}/ride.ini ${models} --set "room.hall.area=20 m2" --set "room.hall.height=3 m"
  --set crac.c.from=pdu.x)
expect_code(0)
expect_out("Ride-through +room"
  "pdu.x lost +room.hall +never +never +1 min 43 s +- +3 min 10 s +45.0 C +server.s"
  "server.s: weight is not given; its mass is not counted")
run(fail ${TMP}/ride.ini ${models} --set "room.hall.area=20 m2" --set "room.hall.height=3 m"
  --set crac.c.from=pdu.x --remove pdu.x --json)
expect_json("pdu.x lost" ride_through 0 state)
expect_json(1 ride_through 0 curve s 1)
expect_json(70 ride_through 0 curve s 61)
expect_json(OFF ride_through 0 borne)

# what a room was asked to bear is a limit of the state; the sites that ship are all followed
run(fail sites/h100-hall.ini --remove utility.grid --check --set "room.hall.ride_through=5 min")
expect_code(0)
expect_out("room.hall, utility.grid lost: bears all of 5 min 00 s asked for")
run(fail sites/h100-hall.ini --remove utility.grid --check --set "loop.chw.volume=1 m3")
expect_code(0)
run(fail sites/h100-hall.ini --remove utility.grid --check --set "loop.chw.volume=1 m3"
  --set "room.hall.ride_through=5 min")
expect_code(1)
expect_out("room.hall ride-through: 5.0 of [0-9.]+ min.*OVER .then: allowable inlet" "SHORT")
run(fail sites/h100-hall.ini --set room.hall.ride_through=5)
expect_code(3)
run(fail ${TMP}/ride.ini ${models} --set "room.hall.ride_through=5 min")
expect_code(3)
expect_err("ride_through needs area and height")
foreach(site a100-air a100-liquid gb200-pod h100-hall office-closet)
  run(fail sites/${site}.ini --json)
  expect_code(0)
  string(JSON n LENGTH "${OUT}" ride_through)
  if(n EQUAL 0)
    wrong("${site}: no ride-through")
  endif()
endforeach()
run(fail sites/gb200-pod.ini --remove cdu.cdu)
expect_out("coolant +throttles" "cdu.cdu lost .*server.nvl: rack.r 1")
run(fail sites/gb200-pod.ini --remove cdu.cdu --json)
expect_json(coolant ride_through 0 trip_by)
expect_json(server.nvl ride_through 0 trip_first)
