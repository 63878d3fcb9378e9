# tco: own or rent of the tiny plan by hand (cases B70, B74, B76, B80), JSON that does not depend on
# threads, CSV, what is said when there is nothing to count by, and the report that has it.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(MAKE_DIRECTORY ${TMP})
file(WRITE ${TMP}/money.ini "[site]
currency = EUR
[tariff flat]
flat_price = 0 EUR/kWh
[server s]
accelerators = 8
price = 1000 EUR +/- 10 %
source = a list of prices
date = 2025-03-04
[cost care]
category = maintenance
price_server = 100 EUR
escalation = 0 %
[cost guard]
category = staff
[cloud dear]
accelerators = 8
price_gpu = 2 EUR/GPUh +/- 20 %
includes = all
provider = One
accelerator = same
source = a page
date = 2026-02-03
[cloud unknown]
accelerators = 8
includes = all
provider = Two
accelerator = same
[finance]
years = 3
discount = 10 %
inflation = 0 %
it_residual = 0 %
it_life = 3 years
utilisation = 100 %
cloud = dear, unknown
")
set(toy tests/growth/toy.ini --models tests/cli/tiny/models)
set(money ${toy} -f ${TMP}/money.ini)

run(tco ${money} --json --quiet --csv ${TMP}/flows.csv)
expect_code(0)
set(answer "${OUT}")
expect_json(dcplan.tco/1 schema)
expect_json(own cheaper)
expect_json(3 years)

# B70: 1000 at the date and 100 at the end of three years, at 10 %; all a year late is wrong.
function(expect_number pattern)
  string(JSON got GET "${answer}" ${ARGN})
  if(NOT got MATCHES "^${pattern}")
    wrong("${ARGN} is ${got}, not ${pattern}")
  endif()
endfunction()
expect_number("-1248\\.685199098" npv_own)
expect_json(-1000 flows own flow 0)
expect_json(-100 flows own flow 1)

# B74: 2.00 an hour of each of 8 accelerators, 8760 hours.
expect_json(-140160 flows rent flow 1)
expect_json(2 cost_gpu_hour_rent)

# B76: no price is never the cheapest, and is told.
string(JSON type TYPE "${OUT}" offers 1 npv)
if(NOT type STREQUAL "NULL")
  wrong("an offer without a price has a present value of type ${type}")
endif()
foreach(name cost.guard cloud.unknown)
  if(NOT OUT MATCHES "\"${name}[\",]")
    wrong("${name} has no price, which is not told")
  endif()
endforeach()

# The first year pays the machine back within its first days.
expect_number("0\\.0071" payback)
expect_number("0\\.00358244009" breakeven_utilisation)
expect_json(1 hybrid_share)

run(tco ${money} --json --quiet --threads 1)
if(NOT OUT STREQUAL answer)
  wrong("the result depends on threads")
endif()
file(STRINGS ${TMP}/flows.csv lines)
list(GET lines 0 head)
if(NOT head STREQUAL "site,year,option,currency,flow,cumulative,present_value")
  wrong("head of the CSV: ${head}")
endif()
list(GET lines 1 first)
if(NOT first STREQUAL "toy,start 2026,own,EUR,-1000,-1000,-1000")
  wrong("first line of the CSV: ${first}")
endif()

run(tco ${money})
expect_code(0)
expect_out("A toy that grows: own is cheaper at 100 % use, by .* EUR over 3 years against dear"
  "\n  unknown +no price +no price +no price" "\n    server.s.price +saves "
  "\n  without a price: [0-9]+: .*cost.guard.*cloud.unknown"
  "owning is counted without: .*spares" "\n2025-03-04 server.s.price = 1000 EUR .* 10 %: a list of prices"
  "the oldest of 2025-03-04")
expect_no_escapes()
if(OUT MATCHES "nan|inf[ \n]|(^|[^0-9a-zA-Z.])-0(\\.0*)?([^0-9.]|$)")
  wrong("a number that is none, or a minus zero")
endif()

# Real money and nominal money are worth the same, when the rate of the same terms is given.
set(growing --set finance.inflation=5% --set "cost.care.escalation=5 %")
run(tco ${money} --json --quiet ${growing} --set finance.discount=15.5%)
string(JSON nominal GET "${OUT}" npv_own)
run(tco ${money} --json --quiet ${growing} --set finance.terms=real)
string(JSON real GET "${OUT}" npv_own)
string(SUBSTRING "${nominal}" 0 12 nominal)
string(SUBSTRING "${real}" 0 12 real)
if(NOT real STREQUAL nominal)
  wrong("real money is worth ${real}, nominal ${nominal}")
endif()

# Too close to call, within what the prices may be off.
run(tco ${money} --set "cloud.dear.price_gpu=0.006 EUR/GPUh +/- 20 %")
expect_out("too close to call at 100 % use: owning (costs at least .* more|saves at most .*) over 3 years (than|against) dear")

# Nothing to rent, and no price at all.
run(tco ${money} --set finance.cloud=)
expect_code(0)
expect_out("no offer to rent is named; owning costs at least 1,249 EUR over 3 years"
  "server.s.price +NPV of owning -1,[0-9]+ to -1,[0-9]+")
run(tco ${money} --set server.s.price= --set cost.care.price_server= --set tariff.flat.flat_price=)
expect_code(0)
expect_out("not known: owning has no price in full" "without a price: [0-9]+: electricity .the bill has no price" "no price")
if(OUT MATCHES "- to -")
  wrong("inputs are told to make no difference")
endif()

# Machines that renting would spare are not free: nothing is cheaper then.
run(tco ${money} --set server.s.price=)
expect_code(0)
expect_out("not known: owning has no price in full without that of server.s" "\nown +no price")
run(tco ${money} --json --quiet --set server.s.price=)
expect_json("not known" cheaper)
# What has no price and no line makes owning dearer than told.
run(tco ${money})
expect_out("by at most .* EUR over 3 years against dear .no price: ")

# What never comes is said in words.
run(tco ${money} --set "cloud.dear.price_gpu=0.0001 EUR/GPUh")
expect_out("renting is cheaper at 100 % use, by at least .*; renting by the hour costs less at any use"
  "at a utilisation of +never: renting" "costs no more after, undiscounted +never within 3 years")
run(tco ${money} --set finance.utilisation=0%)
expect_code(0)
expect_out("nothing to rent: the accelerators are not used; owning costs ")
run(tco ${money} --set server.s.accelerators=0)
expect_code(0)
expect_out("nothing to rent: the site has no accelerators; owning costs ")

# What is paid already is told, and in no sum.
run(tco ${money} --set cost.care.when=build --set cost.care.sunk=yes)
expect_out("sunk and left out: 100 EUR")
# Other accelerators are left out, with their price, until their speed is told.
set(other ${money} --set finance.cloud=dear --set "server.s.accelerator=GPU A" --set "cloud.dear.accelerator=GPU B")
run(tco ${other})
expect_out("no offer to rent can be compared; owning costs" "\n  dear +-[0-9,.]+ +[0-9.]+ +[0-9.]+  left out")
run(tco ${other} --json)
expect_json("GPU B for GPU A" offers 0 left_out)
run(tco ${other} --set cloud.dear.relative_speed=1)
expect_out("own is cheaper")

# A price without an exchange rate is told: in no sum of owning, and colocation has none.
file(WRITE ${TMP}/foreign.ini "[cost guard]
price = 5 GBP
[colo hall]
price_kw_month = 100 EUR/kW/month
price = 10 SEK
[colo metered]
price_kw_month = 100 EUR/kW/month
power_price = 0.2 NOK/kWh
[finance]
colo = hall
")
run(tco ${money} -f ${TMP}/foreign.ini)
expect_code(0)
expect_out("\ncolo +no price" "without a price: .*cost.guard.*colo.hall")
expect_err("foreign.ini:2:9: warning: .cost guard.: no exchange rate for price\n +add .fx GBP."
  ".colo hall.: no exchange rate for price\n" ".colo metered.: no exchange rate for power_price")
run(tco ${money} -f ${TMP}/foreign.ini --set finance.colo=metered)
expect_out("\ncolo +no price" "without a price: .*colo.metered")
run(tco ${money} -f ${TMP}/foreign.ini --set finance.colo=hall --set colo.hall.price=)
expect_out("\ncolo +-[0-9]")

# A scenario says once what it changes.
file(WRITE ${TMP}/twice.ini "[scenario s]
set = finance.discount=5 %, finance.inflation=1 %, finance.discount=6 %
")
run(tco ${money} -f ${TMP}/twice.ini)
expect_code(3)
expect_err("finance.discount=6 %: the scenario changes it twice")

# Sites side by side: the same is no difference (B80).
run(tco ${money} tests/growth/toy.ini --json --quiet)
expect_code(0)
expect_json(1 ranking 0 place_by_bill)
expect_json(1 ranking 1 place_by_npv_own)
if(NOT OUT MATCHES "the order is the same")
  wrong("a site differs from itself")
endif()
run(compare ${money} tests/growth/toy.ini)
expect_code(0)
expect_empty(OUT)

# Without a tariff owning has no price, in the report, too.
file(WRITE ${TMP}/dark.ini "[site]
tariff =
currency = EUR
")
run(report ${money} -f ${TMP}/dark.ini -o ${TMP}/dark --quiet)
expect_code(0)
run(tco ${money} -f ${TMP}/dark.ini)
expect_code(0)
expect_out("not known: owning has no price in full without that of electricity"
  "without a price: [0-9]+: electricity .the site names no tariff")

# A site that says nothing of money is told what to write.
run(tco ${toy})
expect_code(3)
expect_err("has no .finance." "an empty .finance. takes the defaults")
expect_empty(OUT)
run(tco)
expect_code(2)
run(tco ${money} --csv ${TMP}/no/such/folder.csv -q)
expect_code(5)

# The report has the answer, its file and its charts, and forgets them with the section.
run(report ${money} -o ${TMP}/r --quiet)
expect_code(0)
foreach(name tco.json charts/options.svg charts/breakeven.png)
  expect_file(${TMP}/r/${name})
endforeach()
run(report ${toy} -o ${TMP}/r --quiet)
expect_code(0)
foreach(name tco.json charts/options.svg charts/breakeven.png)
  if(EXISTS ${TMP}/r/${name})
    wrong("${name} is of an earlier run")
  endif()
endforeach()

# What a price cannot be, its range does not have: no server is paid for by who buys it.
foreach(price "normal(380000 USD, 80 %)" "380000 USD +/- 160 %")
  run(tco sites/h100-hall.ini --set "server.gpu.price=${price}")
  expect_code(0)
  expect_out("NPV of owning +-[0-9,]+ to -[0-9,]+ USD")
endforeach()
