# The text of a C file without comments and literals, line breaks kept.
function(code_of path out)
  file(READ ${path} text)
  # One pass, so that quotes in comments and comment marks in literals do no harm.
  set(string "\"[^\"\\\n]*(\\\\.[^\"\\\n]*)*\"")
  set(char "'[^'\\\n]*(\\\\.[^'\\\n]*)*'")
  set(block "/\\*[^*]*\\*+([^/*][^*]*\\*+)*/")
  string(REGEX REPLACE "${string}|${char}|${block}|//[^\n]*" " " text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()
