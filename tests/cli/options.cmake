# Where options may stand, and what a second report leaves of the first.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(tiny tests/cli/tiny/site.ini --models tests/cli/tiny/models)

# Before the command or after it: the same option, the same judgement.
run(--hourly ${TMP}/x.csv check ${tiny})
expect_code(2)
expect_err("'--hourly' does not go with this command")
run(check ${tiny} --hourly ${TMP}/x.csv)
expect_code(2)
run(--json run ${tiny})
expect_code(0)
expect_json(dcplan.run/1 schema)
run(run ${tiny} --color Always)
expect_code(0)

run(run ${tiny} --json --hourly -)
expect_code(2)
expect_err("both want the standard output")

run(models --json server.dgx-h100)
expect_code(0)
expect_json(dgx-h100 models 0 name)

# A power curve without its foot is refused.
run(run ${tiny} --set server.s.curve=points --set "server.s.points=20 %: 200 W, 100 %: 900 W")
expect_code(3)
expect_err("0 % to 100 %")

# A date that is none is told, and does not stop the report.
run_with("SOURCE_DATE_EPOCH=soon" report ${tiny} -o ${TMP}/a)
expect_code(0)
expect_err("SOURCE_DATE_EPOCH 'soon' is not used")

# Charts that this report does not draw are not left from another one.
file(GLOB before RELATIVE ${TMP}/a/charts ${TMP}/a/charts/*)
file(WRITE ${TMP}/a/charts/coolant-duration.svg "<svg/>")
file(WRITE ${TMP}/a/charts/mine.txt "kept")
run(report ${tiny} -o ${TMP}/a --quiet)
expect_code(0)
expect_file(${TMP}/a/charts/mine.txt)
file(REMOVE ${TMP}/a/charts/mine.txt)
file(GLOB after RELATIVE ${TMP}/a/charts ${TMP}/a/charts/*)
if(NOT after STREQUAL before)
  wrong("charts were ${before}, are ${after}")
endif()

# A trim chiller that is not there leaves the water to the cooler before it.
file(READ ${SOURCE}/sites/gb200-pod.ini site)
string(REPLACE "\ncount = 2\nneeded = 2\nfrom = transformer.t1, transformer.t2\n\n"
  "\ncount = 0\nfrom = transformer.t1, transformer.t2\n\n" none "${site}")
if(none STREQUAL site)
  wrong("the site's trim chiller is written otherwise")
endif()
file(WRITE ${TMP}/none.ini "${none}")
run(run ${TMP}/none.ini --models models)
expect_code(0)
expect_out("Tripped hours +0 h" "PUE +1\\.0")
