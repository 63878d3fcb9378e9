include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

set(site sites/a100-liquid.ini)

# What a person sees.
run(montecarlo ${site} --draws 40 --quiet)
expect_code(0)
expect_empty(OUT)
run(montecarlo ${site} --draws 40 --only server,crac --show pue)
expect_code(0)
expect_out("40 draws \\(lhs, seed 1\\) of 4 uncertain values" "P10 +P50 +P90"
  "PUE: what it hangs on" "server.gpu.liquid_capture" "PUE: how the draws tell it")

# The same bytes for any number of threads; other seeds are other draws.
foreach(how lhs sobol random)
  foreach(threads 1 3)
    run(montecarlo ${site} --draws 33 --seed 7 --sampling ${how} --threads ${threads} --json
      --csv ${TMP}/${how}${threads}.csv --indices 4)
    expect_code(0)
    expect_json("dcplan.montecarlo/1" schema)
    expect_json(33 draws)
    expect_json(${how} sampling)
    expect_json(0 failed_draws)
    file(WRITE ${TMP}/${how}${threads}.json "${OUT}")
  endforeach()
  foreach(kind json csv)
    file(SHA256 ${TMP}/${how}1.${kind} one)
    file(SHA256 ${TMP}/${how}3.${kind} three)
    if(NOT one STREQUAL three)
      wrong("${how}: ${kind} differs between 1 and 3 threads")
    endif()
  endforeach()
endforeach()
run(montecarlo ${site} --draws 33 --seed 8 --json --sampling random)
file(READ ${TMP}/random1.json before)
if(OUT STREQUAL before)
  wrong("seed 8 draws what seed 7 does")
endif()

# A longer random or Sobol' study begins with the shorter one.
foreach(how sobol random)
  run(montecarlo ${site} --draws 12 --seed 7 --sampling ${how} --quiet --csv ${TMP}/short.csv)
  file(STRINGS ${TMP}/short.csv few)
  file(STRINGS ${TMP}/${how}1.csv many)
  list(GET few 12 last)
  list(GET many 12 same)
  string(REGEX MATCH "^([^,]*,)+done," last "${last}")
  string(REGEX MATCH "^([^,]*,)+done," same "${same}")
  if(NOT last STREQUAL same OR last STREQUAL "")
    wrong("${how}: draw 12 is another one in a study of 33: ${last} ${same}")
  endif()
endforeach()

# The values as they are give what run gives.
run(run ${site} --json)
string(JSON pue GET "${OUT}" metrics pue)
run(montecarlo ${site} --draws 2 --json)
expect_json(${pue} outcomes pue centre)

# A draw is a case: the same outcome by --set.
run(montecarlo ${site} --draws 3 --only crac.dx.cop --sampling random --csv - )
expect_code(0)
string(REGEX MATCH "\n1,([^,]+),done,[^,]*,([^,]*),([^,]*)," first "${OUT}")
set(cop ${CMAKE_MATCH_1})
set(facility ${CMAKE_MATCH_2})
run(run ${site} --json --set crac.dx.cop=${cop})
expect_out("\"facility_energy_kwh\":[\t ]*${facility},")

# Limits: the chance that it fits, and --check.
run(montecarlo ${site} --draws 20 --limits --set "server.gpu.power_typical=uniform(3.2, 4.4 kW)"
  --set "server.gpu.power_maximum=4.4 kW" --json)
expect_code(0)
string(JSON share GET "${OUT}" fits_share)
if(NOT (share LESS 1))
  wrong("fits in ${share} of the draws")
endif()
run(montecarlo ${site} --draws 20 --check --set "server.gpu.power_typical=uniform(3.2, 4.4 kW)"
  --set "server.gpu.power_maximum=4.4 kW" --quiet)
expect_code(1)
run(montecarlo ${site} --draws 5 --check --quiet --only crac.dx.cop)
expect_code(0)

# What goes together.
file(WRITE ${TMP}/together.ini "[correlation ups]\nof = ups.main.c0, ups.main.c2\nr = 0.9\n")
run(montecarlo ${site} --draws 20 -f ${TMP}/together.ini --quiet)
expect_code(0)
run(run ${site} --json -f ${TMP}/together.ini)
expect_code(0)
expect_json(${pue} metrics pue)
file(WRITE ${TMP}/against.ini
  "[correlation ups]\nof = ups.main.c0, ups.main.c2, crac.dx.cop\nr = -0.9\n")
run(montecarlo ${site} --draws 20 -f ${TMP}/against.ini)
expect_code(3)
expect_err("against.ini:2:6: the correlations of the site contradict each other")

# Conditions are of all draws together.
run(montecarlo ${site} --draws 20 --quiet --fail-if "pue_p90 > 1.1")
expect_code(1)
expect_err("pue_p90 > 1.1 is true")
run(montecarlo ${site} --draws 20 --quiet --fail-if "pue_p90 < pue_p10" --fail-if "water_m3_sd < 0")
expect_code(0)
run(montecarlo ${site} --draws 20 --quiet --fail-if "fits_share < 0.5")
expect_code(4)
run(montecarlo ${site} --draws 20 --quiet --fail-if "runs_out_sd > 1")
expect_code(4)
expect_err("cannot decide 'runs_out_sd > 1'")
run(montecarlo ${site} --draws 20 --quiet --fail-if "pue > 1.1")
expect_code(2)

# Files: the same bytes each time.
foreach(n 1 2)
  run(montecarlo ${site} --draws 30 --show pue,electricity_cost_per_year --quiet --threads ${n}
    --xlsx ${TMP}/draws${n}.xlsx --chart ${TMP}/draws${n}.svg)
  expect_code(0)
endforeach()
foreach(kind xlsx svg)
  file(SHA256 ${TMP}/draws1.${kind} one)
  file(SHA256 ${TMP}/draws2.${kind} two)
  if(NOT one STREQUAL two)
    wrong("${kind} differs from run to run")
  endif()
endforeach()
file(READ ${TMP}/draws1.svg svg)
if(NOT svg MATCHES "^<\\?xml" OR NOT svg MATCHES "</svg>")
  wrong("no SVG")
endif()
file(ARCHIVE_EXTRACT INPUT ${TMP}/draws1.xlsx DESTINATION ${TMP}/book)
file(READ ${TMP}/book/xl/worksheets/sheet1.xml sheet)
if(NOT sheet MATCHES "<f>PERCENTILE\\(Draws![$]A?[A-Z][$]5:[$]A?[A-Z][$]34,0.9\\)</f><v>[0-9]")
  wrong("the summary has no live P90")
endif()
run(montecarlo ${site} --draws 3 --quiet --chart ${TMP}/draws.gif)
expect_code(2)

# A year of weather for each draw; a plain run does not read them.
file(WRITE ${TMP}/years.ini "[climate shenzhen]\nyears = none.epw, other.epw\n")
run(run ${site} --json -f ${TMP}/years.ini)
expect_code(0)
expect_json(${pue} metrics pue)
run(montecarlo ${site} --draws 4 -f ${TMP}/years.ini --only climate --json)
expect_code(4)
expect_json(4 failed_draws)
expect_json("there is no file '${TMP}/none.epw'" failures 0 reason)
expect_err("2 of 4 draws failed, the first of them draw [12]: there is no file")

# Usage.
foreach(wrong_option "--draws;0" "--draws;1.5" "--seed;-1" "--sampling;sobel" "--show;puе"
    "--indices;1" "--only;server.gpu.count" "--show;pue,water_m3,carbon_t,mlc,elc,tue,itue,ere,peak_it_kw")
  run(montecarlo ${site} ${wrong_option})
  expect_code(2)
  expect_empty(OUT)
endforeach()
run(montecarlo ${site} --set "crac.dx.cop=normal(3, 1, 2)")
expect_code(3)
expect_err("normal\\(mean, standard deviation\\)")

# --only takes the key of the years as the file writes it; a line has no place for them.
run(montecarlo ${site} --draws 4 -f ${TMP}/years.ini --only climate.shenzhen.years)
expect_code(4)

# A month that the hall runs short from in some draws: never in the first of them.
run(montecarlo ${SOURCE}/sites/h100-hall.ini --draws 8 --growth --only utility --show short_from
    --sampling random --set "utility.grid.limit=uniform(1000 kW, 2500 kW)" --json --xlsx ${TMP}/late.xlsx
    --chart ${TMP}/late.svg)
expect_code(0)
expect_json("month" outcomes short_from unit)
expect_json("2026-01" outcomes short_from least)
expect_json("never" outcomes short_from greatest)
expect_json("never" shown 0 influence 0 high)
file(ARCHIVE_EXTRACT INPUT ${TMP}/late.xlsx DESTINATION ${TMP}/late)
file(READ ${TMP}/late/xl/worksheets/sheet1.xml sheet)
if(NOT sheet MATCHES "<v>46023</v>")
  wrong("the least month of the workbook is not 2026-01") # 46023 days from 1900
endif()
file(READ ${TMP}/late.svg svg)
if(svg MATCHES ">2,02[67]" OR svg MATCHES "below never")
  wrong("years are grouped, or draws lie below never")
endif()
