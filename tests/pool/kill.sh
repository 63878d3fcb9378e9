#!/bin/bash
# A study is killed twenty times at moments that a fixed seed chooses, resumed each time, and
# must end in the bytes of one that was left alone; then the same around its last moments.
#
#   kill.sh DCPLAN SOURCE FOLDER
set -euo pipefail
dcplan=$1 folder=$3
cd "$2"
rm -rf "$folder"
mkdir -p "$folder"
RANDOM=7
kills=20

fail() { printf 'kill: %s\n' "$*" >&2; exit 1; }

# sweep STEP STORE ARGUMENT...
sweep() {
  local step=$1 store=$2
  shift 2
  exec "$dcplan" sweep --models tests/cli/tiny/models tests/cli/tiny/site.ini -q --threads 1 \
    -P room.hall.supply 18 27 -D "$step" --store "$store" "$@"
}

# Points that the store has; 0 while there is none.
done_in() {
  [ -s "$1" ] || { echo 0; return; }
  "$dcplan" study ls "$1" --json 2>/dev/null | sed -n 's/.*"done":\t\([0-9]*\).*/\1/p' | grep . || echo 0
}

# So many points that it takes two or three seconds here.
start=$(date +%s%N)
(sweep 0.045 "$folder/rate.sqlite")
ms=$((($(date +%s%N) - start) / 1000000))
points=$((200 * 2500 / (ms > 0 ? ms : 1)))
[ "$points" -gt 400 ] || points=400
[ "$points" -lt 20000 ] || points=20000
step=$(awk "BEGIN { printf \"%.6f\", 9 / $points }")

(sweep "$step" "$folder/whole.sqlite" --csv "$folder/whole.csv")
all=$(done_in "$folder/whole.sqlite")
[ "$all" -ge 400 ] || fail "the study has $all points"

killed=0
while [ "$killed" -lt "$kills" ]; do
  before=$(done_in "$folder/a.sqlite")
  if [ "$before" -ge "$all" ]; then rm -f "$folder"/a.*; before=0; fi
  (sweep "$step" "$folder/a.sqlite" --csv "$folder/a.csv") &
  child=$!
  # Every other time so many more are in the store first.
  more=0
  if [ $((killed % 2)) -eq 0 ]; then more=$((1 + RANDOM % (all / 6))); fi
  while kill -0 $child 2>/dev/null; do
    [ "$(done_in "$folder/a.sqlite")" -lt $((before + more)) ] || break
  done
  sleep "0.$(printf '%03d' $((RANDOM % 120)))"
  if kill -9 $child 2>/dev/null; then killed=$((killed + 1)); fi
  wait $child 2>/dev/null || true
  after=$(done_in "$folder/a.sqlite")
  [ "$after" -ge "$before" ] || fail "$before points were there, now $after"
done
[ ! -e "$folder/a.csv" ] || [ "$(done_in "$folder/a.sqlite")" -ge "$all" ] ||
  fail "a study that is not at its end has written its table"
# Killed while it writes the table it leaves that under a name of its own.
rm -f "$folder"/.dcplan-*.tmp
(sweep "$step" "$folder/a.sqlite" --csv "$folder/a.csv")
cmp "$folder/whole.sqlite" "$folder/a.sqlite"
cmp "$folder/whole.csv" "$folder/a.csv"
(sweep "$step" "$folder/a.sqlite")
cmp "$folder/whole.sqlite" "$folder/a.sqlite"

# The last moments, from where a third is missing, or less; a machine with much else to do may
# let the study end before it is killed, so that it is tried again.
left=0
for ((try = 0; try < 10 && left == 0; try++)); do
  rm -f "$folder"/near.*
  (sweep "$step" "$folder/near.sqlite") &
  child=$!
  while kill -0 $child 2>/dev/null; do
    [ "$(done_in "$folder/near.sqlite")" -lt $((all * 2 / 3)) ] || break
  done
  kill -9 $child 2>/dev/null || true
  wait $child 2>/dev/null || true
  left=$((all - $(done_in "$folder/near.sqlite")))
done
[ "$left" -gt 0 ] || fail "it has always ended by itself"
for ((i = 0; i < 5; i++)); do
  cp "$folder/near.sqlite" "$folder/late.sqlite"
  rm -f "$folder/late.sqlite-journal"
  [ ! -e "$folder/near.sqlite-journal" ] || cp "$folder/near.sqlite-journal" "$folder/late.sqlite-journal"
  (sweep "$step" "$folder/late.sqlite") &
  child=$!
  while kill -0 $child 2>/dev/null; do
    [ "$(done_in "$folder/late.sqlite")" -lt $((all * 95 / 100)) ] || break
  done
  sleep "0.$(printf '%03d' $((RANDOM % 200)))"
  kill -9 $child 2>/dev/null || true
  wait $child 2>/dev/null || true
  (sweep "$step" "$folder/late.sqlite" --csv "$folder/late.csv")
  cmp "$folder/whole.sqlite" "$folder/late.sqlite"
  cmp "$folder/whole.csv" "$folder/late.csv"
done
rm -f "$folder"/near.*
# Of a store nothing is left; a table that was being written when it was killed may be.
left=$(find "$folder" -name '*-journal' -o -name '*-copy*')
[ -z "$left" ] || fail "left behind: $left"

# Asked to end, it keeps all that has come, and says so by the signal.
(sweep "$step" "$folder/term.sqlite") &
child=$!
while [ "$(done_in "$folder/term.sqlite")" -lt 1 ]; do kill -0 $child || fail "it ended by itself"; done
kill -TERM $child
code=0
wait $child 2>/dev/null || code=$?
[ "$code" -eq 143 ] || fail "exit is $code after SIGTERM, not 143"
[ ! -e "$folder/term.sqlite-journal" ] || fail "SIGTERM has left a journal"

# A signal that is ignored, as after nohup, ends nothing.
(trap '' HUP; sweep "$step" "$folder/hup.sqlite" --csv "$folder/hup.csv") &
child=$!
while [ "$(done_in "$folder/hup.sqlite")" -lt 1 ]; do kill -0 $child || fail "it ended by itself"; done
kill -HUP $child 2>/dev/null || true
code=0
wait $child 2>/dev/null || code=$?
[ "$code" -eq 0 ] || fail "exit is $code after a SIGHUP that is ignored"
cmp "$folder/whole.sqlite" "$folder/hup.sqlite"
cmp "$folder/whole.csv" "$folder/hup.csv"
