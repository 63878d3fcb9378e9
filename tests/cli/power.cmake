# power: nameplate, budget and peak, losses that close, sizes.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(tiny tests/cli/tiny/site.ini --models tests/cli/tiny/models)

# expect_residuals(): not a thousandth of a millionth is lost on the way.
function(expect_residuals)
  foreach(key budget peak energy)
    string(JSON rest GET "${OUT}" balance residual_rel ${key})
    if(NOT rest MATCHES "^(0|[0-9.]+e-1[0-9])$")
      wrong("the balance of the ${key} is open by ${rest}")
    endif()
  endforeach()
endfunction()

foreach(site a100-air a100-liquid h100-hall gb200-pod office-closet)
  run(power sites/${site}.ini --json)
  expect_code(0)
  expect_empty(ERR)
  expect_json(dcplan.power/1 schema)
  expect_json(${site} site)
  expect_json(0 elements 0 depth)
  expect_residuals()
  run(power sites/${site}.ini)
  expect_code(0)
  expect_out("nameplate +budget +peak" "\nutility\\." "\nFacility " "\nUPS, modules" "start step")
  expect_no_escapes()
endforeach()

# One element for all that are alike, under the first that feeds it.
run(power sites/h100-hall.ini)
expect_out("rackpdu.a#1 \\(32 alike\\)" "standby generator.g" "generator.g, utility lost"
  "sets needed +1 by power, 1 by step, 1 by dip: 1, N\\+1 2")
run(power sites/gb200-pod.ini)
expect_out("ups.main .* also transformer.t2" "No generator")

# Same bytes from any number of threads.
run(power ${tiny} --json --threads 1)
set(one "${OUT}")
run(power ${tiny} --json --threads 2)
if(NOT OUT STREQUAL one)
  wrong("threads change the document")
endif()

# B40: 400 of 1440 VA are 27.8 %, not 28.0.
file(READ ${SOURCE}/tests/cli/tiny/site.ini site)
file(WRITE ${TMP}/b40.ini "${site}
[breaker b]
rated_apparent = 1.44 kVA
from = utility.grid

[load x]
kind = other
power = 400 W
power_factor = 1
from = breaker.b
")
run(power ${TMP}/b40.ini --models tests/cli/tiny/models)
expect_code(0)
expect_out("breaker\\.b [^\n]* 1\\.44 kVA [^\n]* 27\\.8 %\n")

# What has no rating has no limit; B42: no number is too large.
run(power ${TMP}/b40.ini --models tests/cli/tiny/models --set "server.s.power_maximum=33 kW"
  --set "rack.r.power=132 kW" --set "pdu.d.rated_power=2.5 MW" --set "utility.grid.limit=100 MW")
expect_out("pdu\\.d +132\\.0 [^\n]* 2,500\\.0 kW " "100,000 kW")
file(WRITE ${TMP}/none.ini "${site}
[breaker b]
from = utility.grid
")
run(power ${TMP}/none.ini --models tests/cli/tiny/models)
expect_out("breaker\\.b [^\n]* no limit +- +- +no limit\n")

# Options of a case, and the judgement of others.
run(power ${tiny} --quiet --fail-if "pue > 1")
expect_code(1)
expect_empty(OUT)
run(power ${tiny} --all)
expect_code(2)
run(power)
expect_code(2)
expect_err("usage: dcplan power SITE")
