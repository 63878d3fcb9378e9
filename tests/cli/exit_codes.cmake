# Each exit code, in both senses.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(tiny tests/cli/tiny/site.ini --models tests/cli/tiny/models)
set(broken --set "pdu.d.rated_power=3 kW")

# A broken limit is an answer, not a failure of run (B101).
run(run ${tiny} --quiet)
expect_code(0)
run(run ${tiny} ${broken} --json)
expect_code(0)
expect_json(OFF ok)
run(run ${tiny} ${broken} --check --json)
expect_code(1)
expect_json(OFF ok)
run(check ${tiny} ${broken})
expect_code(1)
expect_out("does not fit")
run(check ${tiny})
expect_code(0)
run(run ${tiny} --check --quiet)
expect_code(0)
run(compare tests/cli/tiny/site.ini ${tiny} ${broken} --check --quiet)
expect_code(1)

# What a law or a contract allows of the year is a limit like any other.
run(check ${tiny} --set site.pue_max=5 --set site.elc_max=0.99 --set site.mlc_max=9)
expect_code(0)
expect_out("site +PUE +year" "site +MLC +year" "site +ELC +design")
run(check ${tiny} --set site.mlc_design_max=0.001 --set "site.wue_max = 9 L/kWh"
  --set "site.energy_limits_source=a contract")
expect_code(1)
expect_out("first site MLC, design" "site +WUE +year")

# Limits hold in the design condition, energy is that of the weather year.
run(run ${tiny} --json)
string(JSON pue GET "${OUT}" metrics pue)
run(run ${tiny} --json --set site.design_dry_bulb=50degC --set site.design_wet_bulb=30degC)
expect_json(${pue} metrics pue)
run(check ${tiny} --set site.design_dry_bulb=50degC)
expect_code(0)
run(check ${tiny} --set site.design_dry_bulb=99degC)
expect_code(3)

# --fail-if
run(run ${tiny} --quiet --fail-if "pue > 1")
expect_code(1)
expect_err("pue > 1")
run(run ${tiny} --quiet --fail-if "pue > 3")
expect_code(0)
run(check ${tiny} --quiet --fail-if "pue > 3" --fail-if "peak_it_kw = 4")
expect_code(1)
run(run ${tiny} --quiet --fail-if "puee > 3")
expect_code(2)
expect_err("puee" "pue")
run(run ${tiny} --quiet --fail-if "pue >")
expect_code(2)
# without a value nobody can decide: neither yes nor no
run(run ${tiny} --quiet --fail-if "max_coolant_c > 40")
expect_code(4)

# 2: the command line
foreach(arguments "rnu;${tiny}" "run;${tiny};--jsn" "run;${tiny};--threads;0" "run;${tiny};--color;red"
    "run;${tiny};--set" "compare;${tiny}" "report;${tiny};--paper;a5" "run;${tiny};--hourly")
  run(${arguments})
  expect_code(2)
  expect_empty(OUT)
endforeach()

# 3: the input, with its place on stderr and nothing on stdout
run(run tests/cli/tiny/absent.ini --models tests/cli/tiny/models --json)
expect_code(3)
expect_empty(OUT)
expect_err("absent.ini")
run(run ${tiny} -f ${TMP}/absent.ini)
expect_code(3)
run(run ${tiny} --models ${TMP}/absent)
expect_code(3)
file(WRITE ${TMP}/unit.ini "[room hall]\nsupply = 24 kW\n\n[crac c]\n  cop = 3,5\n")
run(run ${tiny} -f ${TMP}/unit.ini --json)
expect_code(3)
expect_empty(OUT)
expect_err("unit.ini:2:10: " "unit.ini:5:9: ")
file(WRITE ${TMP}/key.ini "[room hall]\nsuply = 24 degC\n")
run(run ${tiny} -f ${TMP}/key.ini)
expect_code(3)
expect_err("key.ini:2:1: " "supply")
run(run ${tiny} --set "room.hall.supply=24 kW")
expect_code(3)
expect_err("--set:1:")
run(run ${tiny} --set "room.hal.supply=24 degC")
expect_code(3)

# 3 and 4: --strict makes warnings errors, of the input or of the year
run(run ${tiny} --quiet --strict)
expect_code(3)
file(WRITE ${TMP}/supply.ini "[psu p]\nrated_power = 2 kW\nefficiency = 10 %: 90 %, 100 %: 92 %\n
[server s]\npsu = p\n")
run(run ${tiny} -f ${TMP}/supply.ini --quiet --strict --set crac.c.wet_bulb_min=5degC)
expect_code(0)
expect_empty(ERR)
run(run ${tiny} -f ${TMP}/supply.ini --quiet --strict --set crac.c.capacity=2kW
  --set server.s.inlet_trip=45degC)
expect_code(4)

# 5: what cannot be written is no success (B92)
foreach(arguments "run;${tiny};--json" "run;${tiny}" "check;${tiny}"
    "models;--models;tests/cli/tiny/models" "params"
    "compare;tests/cli/tiny/site.ini;${tiny};--json")
  run_into(/dev/full ${arguments})
  expect_code(5)
endforeach()
run(run ${tiny} --quiet --hourly /dev/full)
expect_code(5)
run(run ${tiny} --quiet --hourly ${TMP}/no/such/folder/hourly.csv)
expect_code(5)
run(report ${tiny} --quiet -o /dev/full)
expect_code(5)
# 5 goes before 1: nobody saw the answer
run_into(/dev/full check ${tiny} ${broken})
expect_code(5)
