# Fails when a source file uses a name the house forbids. Comments and literals do not count.
include(${CMAKE_CURRENT_LIST_DIR}/code.cmake)

set(nowhere strcpy strcat sprintf vsprintf gets strtok strtok_r atoi atol atof rand srand
  gmtime localtime alloca system)
set(only_cli exit _exit printf vprintf puts putchar perror setlocale stdout stderr)
set(only_arena malloc calloc realloc free aligned_alloc posix_memalign strdup strndup)
# Their last bits depend on the processor, and so would those of results: base/elementary has
# its own.  Numbers read from catalogues are rounded to decimals, which the library gets right.
set(of_library exp exp2 expm1 log log1p log2 log10 pow cbrt sin cos tan asin acos atan atan2
  sinh cosh tanh)
# In cli the locale may be set for messages and characters, never for numbers.
set(not_in_cli LC_ALL LC_NUMERIC)

# Where the name stands in the file, for the message.
function(complain file name why)
  file(STRINGS ${SRC}/${file} lines REGEX "(^|[^A-Za-z0-9_])${name}([^A-Za-z0-9_]|$)")
  set(shown "")
  if(lines)
    list(GET lines 0 shown)
    string(STRIP "${shown}" shown)
  endif()
  message(SEND_ERROR "${file}: ${name} ${why}: ${shown}")
endfunction()

function(forbid file text why)
  foreach(name IN LISTS ARGN)
    set(after "[ \t\n]*\\(")
    if(name MATCHES "^(stdout|stderr|LC_.*)$")
      set(after "([^A-Za-z0-9_]|$)")
    endif()
    if(text MATCHES "(^|[^A-Za-z0-9_])${name}${after}")
      complain(${file} ${name} "${why}")
    endif()
  endforeach()
endfunction()

file(GLOB_RECURSE files RELATIVE ${SRC} ${SRC}/*.c ${SRC}/*.h)
foreach(file IN LISTS files)
  code_of(${SRC}/${file} text)
  forbid(${file} "${text}" "is banned" ${nowhere})
  if(file MATCHES "^cli/")
    forbid(${file} "${text}" "would change how numbers read" ${not_in_cli})
  else()
    forbid(${file} "${text}" "belongs in cli" ${only_cli})
  endif()
  if(file MATCHES "^(physics|model|sim)/" AND NOT file MATCHES "^model/import\\.c$")
    forbid(${file} "${text}" "depends on the processor; see base/elementary" ${of_library})
  endif()
  if(NOT file MATCHES "^base/arena\\.c$")
    forbid(${file} "${text}" "belongs in base/arena" ${only_arena})
  endif()
endforeach()
