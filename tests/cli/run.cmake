# Helpers for tests of the program, included by the scripts beside it:
#
#   include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
#   run(check sites/a100-air.ini --json)   # sets CODE, OUT, ERR; runs in the source folder
#   expect_code(0)
#   expect_out("\"ok\": true")             # regular expressions
#   expect_json(ON ok)                     # value, then the path of keys and indices in OUT
#   expect_empty(ERR)
#
# DCPLAN is the program, SOURCE the root of the repository, TMP an empty folder
# of this test.

file(REMOVE_RECURSE ${TMP})
file(MAKE_DIRECTORY ${TMP})
set(what "nothing yet")

# run(ARGUMENT...): no argument may hold a semicolon.
macro(run)
  run_with("" ${ARGN})
endmacro()

# run_with("VAR=value;VAR2=value" ARGUMENT...): with these variables in the environment.
macro(run_with environment)
  set(what "dcplan ${ARGN}")
  string(REPLACE ";" " " what "${what}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ${environment} ${DCPLAN} ${ARGN}
    WORKING_DIRECTORY ${SOURCE}
    RESULT_VARIABLE CODE OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR TIMEOUT 100)
endmacro()

# run_into(FILE ARGUMENT...): stdout goes to the file, /dev/full for instance.
macro(run_into file)
  set(what "dcplan ${ARGN} > ${file}")
  string(REPLACE ";" " " what "${what}")
  execute_process(COMMAND ${DCPLAN} ${ARGN} WORKING_DIRECTORY ${SOURCE}
    RESULT_VARIABLE CODE OUTPUT_FILE ${file} ERROR_VARIABLE ERR TIMEOUT 100)
  set(OUT "")
endmacro()

function(wrong text)
  message(SEND_ERROR "${what}\n${text}\nexit ${CODE}\nstdout: ${OUT}\nstderr: ${ERR}")
endfunction()

function(expect_code code)
  if(NOT "${CODE}" STREQUAL "${code}")
    wrong("exit is ${CODE}, not ${code}")
  endif()
endfunction()

function(expect_out)
  foreach(regex IN LISTS ARGN)
    if(NOT OUT MATCHES "${regex}")
      wrong("stdout has no match of: ${regex}")
    endif()
  endforeach()
endfunction()

function(expect_err)
  foreach(regex IN LISTS ARGN)
    if(NOT ERR MATCHES "${regex}")
      wrong("stderr has no match of: ${regex}")
    endif()
  endforeach()
endfunction()

# expect_empty(OUT) or expect_empty(ERR)
function(expect_empty stream)
  if(NOT "${${stream}}" STREQUAL "")
    wrong("${stream} is not empty")
  endif()
endfunction()

# No colour, no cursor movement.
function(expect_no_escapes)
  string(ASCII 27 escape)
  string(FIND "${OUT}${ERR}" "${escape}" at)
  if(NOT at EQUAL -1)
    wrong("an escape character at ${at}")
  endif()
endfunction()

function(expect_json value)
  string(JSON got ERROR_VARIABLE error GET "${OUT}" ${ARGN})
  if(error)
    wrong("stdout is not the JSON expected: ${error}")
  elseif(NOT "${got}" STREQUAL "${value}")
    wrong("${ARGN} is ${got}, not ${value}")
  endif()
endfunction()

function(expect_file path)
  if(NOT EXISTS ${path})
    wrong("no file ${path}")
    return()
  endif()
  file(SIZE ${path} size)
  if(size EQUAL 0)
    wrong("empty file ${path}")
  endif()
endfunction()
