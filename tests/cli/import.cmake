# import: other people's inventories to our INI, and what comes of them.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(WRITE ${TMP}/box.yaml "---\nmanufacturer: Maker\nmodel: Box 2\nslug: maker-box-2\nu_height: 2\n"
  "is_full_depth: true\nweight: 20\nweight_unit: kg\nairflow: front-to-rear\npower-ports:\n"
  "  - name: a\n    type: iec-60320-c14\n    maximum_draw: 800\n"
  "  - name: b\n    type: iec-60320-c14\n    maximum_draw: 800\n")
file(WRITE ${TMP}/racks.csv "site,location,name,width,u_height\nS,Hall,R1,19,42\nT,Room,Q1,19,22\n")
file(WRITE ${TMP}/devices.csv
  "name,role,manufacturer,device_type,site,location,rack,position,face\n"
  "web1,Server,Maker,Box 2,S,Hall,R1,10,front\nweb2,Server,Maker,Box 2,S,Hall,R1,12,front\n"
  "other,Server,Maker,Box 2,T,Room,Q1,1,front\n")
file(WRITE ${TMP}/feeds.csv
  "power_panel,site,rack,name,type,supply,phase,voltage,amperage,max_utilization\n"
  "P1,S,R1,A,primary,ac,single-phase,230,32,80\nP2,S,R1,B,redundant,ac,single-phase,230,32,80\n")

# A device type to a model; the summary stands on stderr.
run(import netbox ${TMP}/box.yaml)
expect_code(0)
expect_out("\\[server maker-box-2\\]\n" "\npower_maximum = 800 W\n" "\npsu_needed = 1\n"
  "\npower_idle = [0-9.]+ W . estimated: in proportion to estimate-2p\n" "\nheight = 2 U\n"
  "\nsource = NetBox device type library: Maker Box 2\n"
  "estimated: power_idle, power_typical, airflow")
expect_err("box.yaml: device types: 1 section, 3 estimated fields\n"
  "dcplan: 1 file, 1 section, 3 estimated fields, 0 left out")
run(import netbox ${TMP}/box.yaml --quiet)
expect_code(0)
expect_empty(ERR)
set(first "${OUT}")
run_with("LC_ALL=de_DE.UTF-8" import netbox ${TMP}/box.yaml -q)
if(NOT OUT STREQUAL first)
  wrong("another locale, other bytes")
endif()

# It is a model of the catalogue like any other.
file(COPY ${SOURCE}/tests/cli/tiny/models DESTINATION ${TMP})
run(import netbox ${TMP}/box.yaml -q -o ${TMP}/models/imported.ini)
expect_code(0)
expect_empty(OUT)
run(models maker-box-2 --models ${TMP}/models)
expect_code(0)
expect_empty(ERR)
expect_out("power_maximum = 0.8 kW" "weight = 20 kg" "estimated: power_idle")

# A site: what only its owner knows comes from another file.
run(import netbox ${TMP}/devices.csv ${TMP}/racks.csv ${TMP}/feeds.csv ${TMP}/box.yaml --only S
  -o ${TMP}/rooms.ini)
expect_code(0)
file(READ ${TMP}/rooms.ini OUT)
expect_out("\\[room Hall\\]" "\\[rack R1\\]\nroom = Hall\nunits = 42 U\nfrom = breaker.A, breaker.B\n"
  "\nat = R1:10, R1:12\nnames = web1, web2\n" "\\[breaker A\\]\nfrom = rpp.P1\nvoltage = 230 V LN\n")
if(OUT MATCHES "Q1")
  wrong("the other site is there, too")
endif()
file(WRITE ${TMP}/base.ini "[site]\ntitle = Hall\nclimate = c\ncurrency = EUR\ndate = 2026-01-01\n"
  "[climate c]\nuse = frankfurt\n[utility grid]\nlimit = 50 kW\n"
  "[rpp P1]\nfrom = utility.grid\nvoltage = 400 V LL\n[rpp P2]\nfrom = utility.grid\n"
  "voltage = 400 V LL\n[crac c]\nuse = split-7.1\nserves = Hall\nfrom = utility.grid\n")
run(check ${TMP}/base.ini -f ${TMP}/rooms.ini)
expect_code(0)
expect_out("Hall: fits")
run(check ${TMP}/base.ini)
expect_code(3)

run(import netbox ${TMP}/devices.csv ${TMP}/racks.csv ${TMP}/box.yaml --json)
expect_code(0)
expect_json("dcplan.import/1" schema)
expect_json(netbox importer)
expect_json(devices files 0 what)
expect_json(0 files 1 left_out)
expect_json(0 warning_count)
expect_json(room sections 0 kind)
string(JSON estimated GET "${OUT}" estimated_count)
if(NOT estimated GREATER 5)
  wrong("only ${estimated} estimates")
endif()

# What is not to be had.
run(import netbox ${TMP}/devices.csv ${TMP}/racks.csv ${TMP}/box.yaml --only X)
expect_code(2)
expect_err("no site and no location is called 'X'" "there are: S, T")
run(import netbux ${TMP}/box.yaml)
expect_code(2)
expect_err("no importer 'netbux'" "did you mean 'netbox'")
run(import netbox)
expect_code(2)
run(import netbox ${TMP}/none.yaml)
expect_code(3)
expect_err("none.yaml")
file(WRITE ${TMP}/bad.yaml "manufacturer: M\nmodel: B\nslug: b\nu_height: 1\nweight: 3\n")
run(import netbox ${TMP}/bad.yaml -o ${TMP}/never.ini)
expect_code(3)
expect_err("bad.yaml:5:9: a weight without weight_unit\n  add weight_unit: kg")
if(EXISTS ${TMP}/never.ini)
  wrong("a file was written in spite of an error")
endif()
run(import netbox ${TMP}/devices.csv --strict)
expect_code(3)
expect_err("warnings are errors")
run(import netbox ${TMP}/box.yaml -o ${TMP}/no/such/folder.ini)
expect_code(5)
run_into(/dev/full import netbox ${TMP}/box.yaml)
expect_code(5)
