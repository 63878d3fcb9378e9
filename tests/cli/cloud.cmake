# Offers of clouds: what is left out, what is doubtful, what cannot be.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(WRITE ${TMP}/offers.ini "[finance]\ncloud = none, euros, bid, aws-p4de, aws-p5\n"
  "[cloud none]\nuse = aws-p5\nprice_hour =\n"
  "[cloud euros]\nuse = aws-p5\nprice_hour = 40 EUR/h\n"
  "[cloud bid]\nuse = aws-p5\nprice_hour = 0.01 USD/h\n")
run(tco sites/h100-hall.ini -f ${TMP}/offers.ini)
expect_code(0)
expect_err("offers.ini:3:1: warning: .cloud none.: no price: left out"
  "offers.ini:6:1: warning: .cloud euros.: no exchange rate"
  "offers.ini:11:14: warning: .cloud bid.: 0.00125 USD a GPU-hour is less than the 0.5"
  "A100-80GB for H100-80GB: left out")

# No price is no zero, and none of these is the cheapest.
run(tco sites/h100-hall.ini -f ${TMP}/offers.ini --set "finance.cloud=none, euros, aws-p4de, aws-p5")
expect_code(0)
expect_out("aws-p5  " "none +no price +no price" "euros +no price +no price")

run(tco sites/h100-hall.ini --set cloud.aws-p5.plan=reserved)
expect_code(3)
expect_err("it does not say for how long it is agreed" "add term = 1 years")

run(tco sites/h100-hall.ini --set cloud.aws-p5.includes=)
expect_code(3)
expect_err("includes")

run(check sites/h100-hall.ini --set job.chat.weekday=1,1)
expect_code(3)
expect_err("a day has 24 shares")
