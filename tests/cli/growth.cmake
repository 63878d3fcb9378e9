# growth: the tiny plan by hand, JSON that does not depend on threads, CSV, exit codes, wrong
# command lines and files, and the report that has it.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(MAKE_DIRECTORY ${TMP})
file(WRITE ${TMP}/plan.ini "[deployment d]
server = s
count = 24
start = 2026-02-01
ramp = 24
[block more]
of = utility.grid
adds_power = 60 kW
lead_time = 90 d
install_time = 10 d
price = 5000 EUR
")
set(toy tests/growth/toy.ini --models tests/cli/tiny/models -f ${TMP}/plan.ini)

run(growth ${toy} --until 2027-12-31)
expect_code(0)
expect_out("A toy that grows: runs out in 2026-11, by utility.grid power: 110.0 of 100.0 kW"
  "with 1 block it is short from 2027-05 on, by utility.grid power: 170.0 of 160.0 kW"
  "order more by 2026-07-24" "\n2026-12 " "\n2027-12 !"
  "\n2026-11 +utility.grid power: 110.0 of 100.0 kW. block more. short from 2027-05 on"
  "\n2026-07-24 more +60 kW of utility.grid +2026-11-01 2026-11 +5,000\n"
  "In 2027-04, of the limit" "\n2026 +12 ")
expect_no_escapes()
if(OUT MATCHES "nan|inf[ \n]|(^|[^0-9a-zA-Z.])-0(\\.0*)?([^0-9.]|$)")
  wrong("a number that is none, or a minus zero")
endif()

run(growth ${toy} --json --quiet --csv ${TMP}/plan.csv)
expect_code(0)
expect_empty(ERR)
set(plan "${OUT}")
expect_json(dcplan.growth/1 schema)
expect_json(2026-11 runs_out)
expect_json(2027-05 short_from)
expect_json(2030-12 to)
expect_json(2026-07-24 orders 0 order_by)
expect_json(0 orders 0 late_days)
expect_json(10 months 9 servers s)
expect_json(ON months 9 fits)
expect_json(1 months 10 blocks more)
run(growth ${toy} --json --quiet --threads 1)
if(NOT OUT STREQUAL plan)
  wrong("the result depends on threads")
endif()
file(STRINGS ${TMP}/plan.csv lines)
list(GET lines 0 head)
if(NOT head STREQUAL "month,servers,servers_reserved,it_kw,facility_kw,element,resource,class,unit,used,reserved,stranded,free,limit")
  wrong("head of the CSV: ${head}")
endif()

# A month of the plan is what run says of a site with as many servers.
run(run tests/growth/toy.ini --models tests/cli/tiny/models --set server.s.count=10 --json)
expect_code(0)
string(JSON want GET "${OUT}" monthly 9 facility_kwh)
string(JSON cost GET "${OUT}" monthly 9 cost)
set(OUT "${plan}")
expect_json("${want}" months 9 facility_kwh)
expect_json("${cost}" months 9 cost)

# Whether it lasts is asked with --check.
run(growth ${toy} --check --quiet)
expect_code(1)
run(growth ${toy} --check --quiet --until 2027-04-30)
expect_code(0)
expect_empty(OUT)

# Wrong command lines and files.
foreach(bad "--until;soon" "--until;2026-02-30" "--until;2025-12-31" "--until;2199-01-01" "--loop;cw"
    "--server;s")
  run(growth ${toy} ${bad})
  expect_code(2)
  expect_empty(OUT)
endforeach()
run(growth)
expect_code(2)
run(growth sites/a100-air.ini)
expect_code(3)
expect_err("the site has no deployments" "add .deployment NAME.")
file(WRITE ${TMP}/bad.ini "[deployment d]
server = s
start = 2027-01-01
retire = 2026-12-31
")
run(growth tests/growth/toy.ini --models tests/cli/tiny/models -f ${TMP}/bad.ini)
expect_code(3)
expect_err("bad.ini:4:[0-9]+: .deployment d.: it retires before it starts")
file(WRITE ${TMP}/bad.ini "[deployment d]
server = s
count = 1000000
start = 2027-01-01
")
run(growth tests/growth/toy.ini --models tests/cli/tiny/models -f ${TMP}/bad.ini)
expect_code(3)
expect_err("bad.ini:3:[0-9]+: .deployment d.: with it there are more servers than a section can have")
run(growth ${toy} -q --csv ${TMP}/no/such/folder.csv)
expect_code(5)

# The report has it; that of a site without a plan takes it away again.
run(report ${toy} -o ${TMP}/r --quiet)
expect_code(0)
foreach(name charts/growth.svg charts/growth.png growth.json)
  expect_file(${TMP}/r/${name})
endforeach()
run(report tests/growth/toy.ini --models tests/cli/tiny/models -o ${TMP}/r --quiet)
expect_code(0)
foreach(name charts/growth.svg charts/growth.png growth.json)
  if(EXISTS ${TMP}/r/${name})
    wrong("${name} of the plan is still there")
  endif()
endforeach()

# The hall's plan: what can come in time does, the connection does not.
run(growth sites/h100-hall.ini --json --quiet)
expect_code(0)
expect_json(2027-10 runs_out)
expect_json(2027-11 short_from)
expect_json(connection orders 0 block)
expect_json(2024-11-01 orders 0 order_by)
string(JSON n LENGTH "${OUT}" orders)
if(NOT n EQUAL 8)
  wrong("${n} orders, not 8")
endif()

# A month with every block is what run says of a site that has them; the utility's limit is raised,
# and nothing else hangs on it.
set(plan "${OUT}")
run(run sites/h100-hall.ini --set server.gpu.count=152 --set rack.r.count=40 --set busway.a.count=2
  --set busway.b.count=2 --set ups.main.modules=7 --set generator.g.count=3
  --set generator.g.needed=2 --set "loop.chw.design_heat=1800 kW"
  --set "loop.cw.design_heat=2100 kW" --set "utility.grid.limit=3000 kW" --json)
expect_code(0)
string(JSON kwh GET "${OUT}" monthly 4 facility_kwh)
string(JSON n LENGTH "${OUT}" limits)
set(run "${OUT}")
set(OUT "${plan}")
expect_json(2029-05 months 40 month)
expect_json("${kwh}" months 40 facility_kwh)
string(JSON n_resource LENGTH "${plan}" resources)
math(EXPR last "${n_resource} - 1")
set(used "")
foreach(i RANGE ${last})
  string(JSON element GET "${plan}" resources ${i} element)
  if(element STREQUAL "utility.grid")
    string(JSON used GET "${plan}" resources ${i} used 40)
    string(JSON limit GET "${plan}" resources ${i} limit 40)
  endif()
endforeach()
if(NOT limit EQUAL 3000)
  wrong("the utility's limit is ${limit}")
endif()
math(EXPR last "${n} - 1")
foreach(i RANGE ${last}) # tightest first: the first of the utility is its worst
  string(JSON element GET "${run}" limits ${i} element)
  if(element STREQUAL "utility.grid")
    string(JSON want GET "${run}" limits ${i} used)
    break()
  endif()
endforeach()
string(SUBSTRING "${used}" 0 12 used)
string(SUBSTRING "${want}" 0 12 want)
if(NOT used STREQUAL want)
  wrong("the utility gives ${used}, run says ${want}")
endif()
