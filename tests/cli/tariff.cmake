# Prices that would never be charged are told.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(WRITE ${TMP}/idle.ini "[tariff t]\nflat_price = 0.1 EUR/kWh\ndemand_price = 5 EUR/kW/month\n"
  "peak_price = 0.2 EUR/kWh\nsource = a test\n[site]\ntariff = t\ncurrency = EUR\n")
run(run sites/office-closet.ini -f ${TMP}/idle.ini)
expect_code(0)
expect_err("demand price has no effect" "add basis = demand" "peak_price has no effect")

run(run sites/office-closet.ini -f ${TMP}/idle.ini --set tariff.t.basis=demand
  --set tariff.t.peak_hours=8-12 --set tariff.t.valley_hours=10-14)
expect_code(0)
expect_err("overlap")
