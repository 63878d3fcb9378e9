# docs/params.md holds what `dcplan params` prints.  With -DUPDATE=ON (the target
# params-doc) the block is written anew instead.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

set(page ${SOURCE}/docs/params.md)
set(fence "\n```\n")

run(params)
expect_code(0)
expect_empty(ERR)

file(READ ${page} text)
string(FIND "${text}" "${fence}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${page} has no block")
endif()
string(LENGTH "${fence}" length)
math(EXPR start "${at} + ${length}")
string(SUBSTRING "${text}" 0 ${start} head)

if(UPDATE)
  file(WRITE ${page} "${head}${OUT}```\n")
elseif(NOT "${text}" STREQUAL "${head}${OUT}```\n")
  message(SEND_ERROR "docs/params.md is stale: build the target params-doc")
endif()
