# The style checks must find what is planted: each runs over a small source tree
# that is clean (must pass) and then with one fault (must fail and name it).
set(src ${TMP}/src)

function(run check expect_pass what)
  execute_process(COMMAND ${CMAKE_COMMAND} -DSRC=${src} -DROOT=${TMP}
    -P ${CMAKE_CURRENT_LIST_DIR}/${check}.cmake
    RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(expect_pass AND NOT result EQUAL 0)
    message(SEND_ERROR "${check} rejects ${what}: ${err}")
  elseif(NOT expect_pass AND result EQUAL 0)
    message(SEND_ERROR "${check} does not see ${what}")
  elseif(NOT expect_pass AND NOT err MATCHES "planted")
    message(SEND_ERROR "${check} fails on ${what} without naming the file: ${err}")
  endif()
endfunction()

# plant(CHECK FOLDER TEXT WHAT): the check must reject the text in that folder.
function(plant check folder text what)
  file(WRITE ${src}/${folder}/planted.c "${text}")
  run(${check} FALSE "${what}")
  file(REMOVE ${src}/${folder}/planted.c)
endfunction()

file(REMOVE_RECURSE ${TMP})
file(WRITE ${src}/base/good.h "int good(int x);\n")
file(WRITE ${src}/base/good.c
  "#include \"base/good.h\"\n\n/* Does not exit(1), nor printf(\"it's\"). */\nint good(int x)\n{\n"
  "    const char *s = \"// strcpy(a, b) /* \"; /* malloc(1) */\n"
  "    return x + s[0] + freely(x) + my_printf(x); // system(\"x\");\n}\n")
file(WRITE ${src}/base/arena.c "void *make(void)\n{\n    return malloc(1);\n}\n")
file(WRITE ${src}/cli/main.c
  "#include \"base/good.h\"\n\nint main(void)\n{\n    printf(\"%d\", good(1));\n    exit(0);\n}\n")
foreach(check layers banned size paths)
  run(${check} TRUE "a clean tree")
endforeach()

plant(layers base "#include \"cli/options.h\"\n" "an upward include")
plant(layers plan "#  include \"output/pdf.h\"\n" "an upward include with blanks")
plant(layers sim "#include \"options.h\"\n" "an include without its folder")
plant(layers misc "#include \"base/good.h\"\n" "a folder that is no layer")
plant(banned base "int f(void)\n{\n    return atoi(\"1\");\n}\n" "atoi")
plant(banned cli "int f(void)\n{\n    return system (\"ls\");\n}\n" "system in cli")
plant(banned plan "/* a */ int f(void) { printf(\"/*\"); } /* b */\n" "printf between comments")
plant(banned sim "int f(void) { fprintf(stderr, \"x\"); }\n" "stderr below cli")
plant(banned model "void f(void *p)\n{\n    free(p);\n}\n" "free in model")
plant(banned physics "double f(double x)\n{\n    return exp(x);\n}\n" "the library's exp")
plant(banned cli "void f(void)\n{\n    setlocale(LC_ALL, \"\");\n}\n" "the locale of numbers")

string(REPEAT "    x++; /* ] ; [ */\n" 76 body)
file(WRITE ${src}/base/fits.c "static void f(int x,\n              int y)\n{\n${body}}\n")
run(size TRUE "a function of 80 lines")
plant(size base "static void f(int x,\n              int y)\n{\n    x--;\n${body}}\n" "81 lines")
plant(size base "static void f(int x) {\n    x--;\n}\n" "a hugging brace")
string(REPEAT "int x;\n" 801 body)
plant(size base "${body}" "801 lines in a file")
string(REPEAT "x" 101 body)
plant(size base "${body}\n" "101 columns")

set(folder "/hom")
plant(paths base "const char *p = \"${folder}e/me/x\";\n" "a home folder")
file(REMOVE_RECURSE ${TMP})
