# The bootstrap script answers from any folder and refuses what it does not know.
set(bootstrap ${ROOT}/bootstrap)
function(answer code verb)
  execute_process(COMMAND ${bootstrap} ${verb} WORKING_DIRECTORY /
    RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT got EQUAL code)
    message(SEND_ERROR "bootstrap ${verb}: exit ${got}, not ${code}: ${out}${err}")
  endif()
  if(NOT "${out}${err}" MATCHES "usage: ./bootstrap")
    message(SEND_ERROR "bootstrap ${verb}: no usage: ${out}${err}")
  endif()
endfunction()
answer(0 help)
answer(2 reprot)
