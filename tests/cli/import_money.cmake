# import urdb and import prices: sections that run in a site, counts, exit codes.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# Several rates in one document; one of them is charged over a year.
run(import urdb tests/reference/urdb/seasons.json -o ${TMP}/t.ini)
expect_code(0)
expect_err("rates of the Utility Rate Database: [0-9]+ sections, 1 estimated field")
file(READ ${TMP}/t.ini text)
if(NOT text MATCHES "\\[tariff seasons\\]\nrates = seasons-energy-0, ")
  wrong("no tariff in\n${text}")
endif()
run(run sites/office-closet.ini -f ${TMP}/t.ini --set site.tariff=seasons --set site.currency=USD --json)
expect_code(0)

# A rate without a price is no rate of zero.
file(WRITE ${TMP}/missing.json "{\"name\": \"m\", \"startdate\": 1727762400, \"energyratestructure\": [[{\"unit\": \"kWh\"}]]}\n")
run(import urdb ${TMP}/missing.json -o ${TMP}/m.ini)
expect_code(0)
expect_err("missing.json:1:[0-9]+: warning: rate 'm-energy-0' has no price")
run(run sites/office-closet.ini -f ${TMP}/m.ini --set site.tariff=m --set site.currency=USD)
expect_out("no price")

file(WRITE ${TMP}/bad.json "{\"energyratestructure\": [[{\"rate\": 1, \"max\": 5}, {\"rate\": 2, \"max\": 4}]]}\n")
run(import urdb ${TMP}/bad.json -o ${TMP}/bad.ini)
expect_code(3)
expect_err("bad.json:1:[0-9]+: energyratestructure: the ends of tiers must rise")
if(EXISTS ${TMP}/bad.ini)
  wrong("a tariff was written")
endif()
run(import urdb tests/reference/urdb/seasons.json --only other)
expect_code(3)
expect_err("none of the file's 1 rates is 'other'")

# Prices.
file(WRITE ${TMP}/aws/vms.csv "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\na,96,1152,H100,8,,98.32,29.5,r,\nb,96,1152,H100,8,,,,r,\nc,96,1152,H100,8,,0.01,,r,\nd,4,16,L4,1,,0.7,,r,\n")
run(import prices ${TMP}/aws/vms.csv --only H100 --date 2026-02-01)
expect_code(0)
expect_out("\\[cloud aws-a-r\\]\n" "price_hour = 98.32 USD/h\n" "\\[cloud aws-a-r-spot\\]\n"
  "plan = spot\n" "date = 2026-02-01\n" "note = \".*implausible, not set: 0.00125 USD")
expect_err("cloud 'aws-b-r' has no price" "is not plausible and is not set" "price list: 4 sections")
if(OUT MATCHES "L4" OR OUT MATCHES "price_hour = 0")
  wrong("too much")
endif()
run(import prices ${TMP}/aws/vms.csv --date yesterday)
expect_code(2)
expect_err("'yesterday' is no date")
run(import prices ${TMP}/aws/vms.csv --strict)
expect_code(3)
run(import prices ${TMP}/aws/vms.csv --json -q --date 2026-02-01)
expect_json(prices importer)
expect_json(5 section_count)

# What comes of a catalogue is compared at once: thousands, quoted cells, CRLF, BOM, the same row
# again, memory as drivers report it, spot with what it loses.
string(CONCAT text "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\r\n"
  "p5,192.0,2048.0,H100,8.0,\"{'Gpus': [{'Name': 'H100', 'MemoryInfo': {'SizeInMiB': 81559}}]}\",$55.04,22.5,r,r-a\r\n"
  "p5,192.0,2048.0,H100,8.0,\"{'Gpus': [{'Name': 'H100', 'MemoryInfo': {'SizeInMiB': 81559}}]}\",$55.04,22.5,r,r-a\r\n"
  "dear,8,64,H100,100,,\"1,234.5\",,r,\r\nnone,8,64,H100,1,,n/a,0,r,\r\n")
string(ASCII 239 187 191 bom)
file(WRITE ${TMP}/aws/vms.csv "${bom}${text}")
run(import prices ${TMP}/aws/vms.csv --date 2026-02-01 -o ${TMP}/offers.ini)
expect_code(0)
expect_err("price list: 5 sections" "cloud 'aws-none-r' has no price")
run(tco sites/h100-hall.ini -f ${TMP}/offers.ini --set "finance.cloud=aws-p5-r-a, aws-p5-r-a-spot, aws-dear-r, aws-none-r")
expect_code(0)
expect_out("(with|against|than) aws-p5-r-a-spot" "  aws-p5-r-a +-" "  aws-dear-r +-"
  "Not compared\n  aws-none-r: no price\n\n"
  "cloud.aws-p5-r-a.egress_price = 0.09 USD/GB \\(placeholder\\)"
  "cloud.aws-p5-r-a.price_hour = 55.04 USD/h: ")
if(ERR MATCHES "spot without interruption|aws-p5-r-a.: ")
  wrong("${ERR}")
endif()
