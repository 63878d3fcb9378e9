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

# What cannot be is told in the answer, and takes no part until somebody says that it is right.
expect_out("(against|than|with) aws-p5[ ;]" "Not compared\n" "  none: no price\n" "  bid: 0.00125 USD a GPU-hour is less than"
  "  aws-p4de: A100-80GB for H100-80GB\n")
run(tco sites/h100-hall.ini -f ${TMP}/offers.ini --set cloud.bid.confirmed=yes)
expect_code(0)
expect_out("renting is cheaper .* with bid; ")
expect_err("0.00125 USD a GPU-hour is less than")
if(OUT MATCHES "  bid: 0.00125")
  wrong("a confirmed price is left out")
endif()
run(tco sites/h100-hall.ini -f ${TMP}/offers.ini --json -q)
expect_json("0.00125 USD a GPU-hour is less than the 0.5 that is plausible" offers 2 left_out)

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

# A term beyond the years counted, spot that loses nothing, spot that gets nothing done.
file(WRITE ${TMP}/terms.ini "[finance]\ncloud = long, calm, hopeless, aws-p5-spot-deep, aws-p5-spot\n"
  "[cloud long]\nuse = aws-p5-3y\nterm = 10 years\n"
  "[cloud calm]\nuse = aws-p5-spot\ninterruption =\n"
  "[cloud hopeless]\nuse = aws-p5-spot\ninterruption = 0.01 h\n")
run(tco sites/h100-hall.ini -f ${TMP}/terms.ini)
expect_code(0)
expect_err("terms.ini:5:8: warning: .cloud long.: it is agreed for 10 years and 5 are counted"
  ".cloud calm.: spot without interruption"
  "terms.ini:11:16: warning: .cloud hopeless.: interruptions leave hardly any work done")
expect_out("(against|than|with) aws-p5-spot-deep" "  hopeless: interruptions leave hardly any work done\n")
