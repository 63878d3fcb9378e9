# headroom: the answer, what binds, offers, JSON, exit codes and wrong command lines.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

function(no_odd_numbers)
  expect_no_escapes()
  if(OUT MATCHES "nan|inf[ \n]|(^|[^0-9a-zA-Z.])-0(\\.0*)?([^0-9.]|$)")
    wrong("a number that is none, or a minus zero")
  endif()
endfunction()

# Without --server: the largest section.
run(headroom sites/a100-air.ini)
expect_code(0)
expect_out("^a100-air: 0 more gpu fit: no rack takes one more, for want of power\n"
  "rack power +server.gpu racked servers: 17 of 16 servers"
  "more racks +1 more of rack.r, 2 servers in each: 2 more fit; then crac.dx heat, one crac.dx lost"
  "power cap +all of the section capped: accelerators at [0-9]+ %"
  "cooling +a100-pcie-8-dlc is cooled by liquid and the site has no CDU"
  "no price: rack.r" "Ladder: IT at maximum" "62 kW  rack power" "no limit  air of the rack"
  "64.0 rated, 62.4 used, 1.6 free" "1.6  stranded: less than one more takes")
no_odd_numbers()
expect_empty(ERR)

# A model that the site has not: wired as the section that is most like it.
run(headroom sites/a100-air.ini --server t4-4 --count 30)
expect_code(1)
expect_out("^a100-air: 30 more t4-4 do not fit, 0 do" "with racks and feeds as server.gpu has them")
no_odd_numbers()

# What is asked for and fits.
set(hall tests/headroom/hall.ini --models models)
# Two feeds of 100 kW: where one supply is enough, either must carry all.
run(headroom ${hall} --server s --set server.s.psu_needed=1)
expect_code(0)
expect_out("^hall: 96 more s fit: pdu.b power, pdu.a lost: 101.0 of 100.0 kW")

run(headroom ${hall} --server s --count 100)
expect_code(0)
expect_out("^hall: 100 more s fit, of 156 that do" "rack.r#2 to #4: 40 in each of 3, from unit 1 on")

run(headroom ${hall} --server s --count 157 --json --set "ups.a.module_power=10.2 kW")
expect_code(1)
expect_json(dcplan.headroom/1 schema)
expect_json(16 more)
expect_json(OFF fits)
expect_json(fewer offers 0 kind)
expect_json(16 offers 0 more)
expect_json(UPS binds 0 class)
expect_json(ups.a binds 0 element)
set(one "${OUT}")
run(headroom ${hall} --server s --count 157 --json --set "ups.a.module_power=10.2 kW" --threads 1)
if(NOT OUT STREQUAL one)
  wrong("the result depends on threads")
endif()

# --fail-if and --quiet go on working.
run(headroom ${hall} --quiet --fail-if "pue > 1")
expect_code(1)
expect_empty(OUT)

run(headroom sites/a100-air.ini --server gpux)
expect_code(2)
expect_err("neither the site nor the catalogue has a server 'gpux'" "did you mean 'gpu'")
expect_empty(OUT)
run(headroom sites/a100-air.ini --server hgx-h100-dlc)
expect_code(3)
expect_err("the site has no CDU" "add what is missing")
run(headroom sites/a100-air.ini --count 3)
expect_code(2)
expect_err("--count needs --server")
run(headroom sites/a100-air.ini --server gpu --count 1.5)
expect_code(2)
expect_err("--count takes a whole number")
run(headroom)
expect_code(2)
