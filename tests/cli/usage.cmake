# Help, version and the exit codes of a wrong command line.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

run(--help)
expect_code(0)
expect_out("dcplan report" "dcplan check" "redundancy SITE \\[--ups NAME\\]" "dcplan power")
expect_empty(ERR)
expect_no_escapes()

run(--version)
expect_code(0)
expect_out("^dcplan [0-9]+\\.[0-9]+\\.[0-9]+\n$")

run()
expect_code(2)
expect_empty(OUT)

run(reprot sites/a100-air.ini)
expect_code(2)
expect_empty(OUT)
expect_err("report")

run(run sites/a100-air.ini --no-such-option)
expect_code(2)
expect_empty(OUT)

run(run)
expect_code(2)

run(run ${TMP}/absent.ini)
expect_code(3)
expect_empty(OUT)
expect_err("absent.ini")

# Results that cannot be written are no success.
run_into(/dev/full --help)
expect_code(5)
