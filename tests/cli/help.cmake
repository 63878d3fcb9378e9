# Help by command, the man page and the completion, all from the same rows.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

run(help check)
expect_code(0)
expect_out("^Example:" "Usage: dcplan check SITE" "--fail-if EXPR")

run(help man)
expect_code(0)
expect_out("^\\.TH DCPLAN 1" "\\.SH EXIT STATUS" "dcplan compare" "--hourly" "dcplan redundancy" "dcplan power"
  "--ups" "dcplan bill" "--load" "dcplan tco" "urdb.prices")

run(help bash)
expect_code(0)
expect_out("complete -o filenames -F _dcplan dcplan" "report\\) list=\"[^\"]*--paper"
  "power\\) list=\"[^\"]*--json" "redundancy\\) list=\"[^\"]*--ups"
  "tco\\) list=\"[^\"]*--csv" "bill\\) list=\"[^\"]*--load" "import\\) list=\" netbox [^\"]*urdb prices [^\"]*--only")

run(help redundancy)
expect_code(0)
expect_out("Usage: dcplan redundancy SITE" "--ups NAME")

run(help water)
expect_code(0)
expect_out("Usage: dcplan water SITE" "--from T" "--capture A,B" "--keep")

run(help chek)
expect_code(2)
expect_empty(OUT)
expect_err("did you mean 'check'")
