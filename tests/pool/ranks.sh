#!/bin/bash
# The same commands on two and three ranks of one machine, with and without losing one.
#
#   ranks.sh DCPLAN SOURCE FOLDER POOL_WORK
set -euo pipefail
dcplan=$1 folder=$3 work=$4
cd "$2"
rm -rf "$folder"
mkdir -p "$folder"

skip() { printf 'ranks: skipped, %s\n' "$*"; exit 77; }
fail() { printf 'ranks: %s\n' "$*" >&2; exit 1; }

command -v mpirun >/dev/null || skip "no mpirun"
mpirun --version | grep -q "Open MPI" || skip "mpirun is not Open MPI's"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# What Open MPI keeps at its end is no leak of ours, and it unloads what would name it.
without_leaks=ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
# ranks N ARGUMENT...: standard error goes to a file.
ranks() {
  env "$without_leaks" timeout 120 mpirun --oversubscribe -n "$@" 2>"$folder/err.txt"
}
# recovering N ARGUMENT...: the others go on when one dies.
recovering() {
  env "$without_leaks" timeout 120 mpirun --enable-recovery --oversubscribe -n "$@" 2>"$folder/err.txt"
}

if ranks 2 "$dcplan" --version >"$folder/out.txt"; then
  [ "$(wc -l <"$folder/out.txt")" -eq 1 ] || fail "not only the leader prints"
else
  grep -q "built without MPI" "$folder/err.txt" || fail "$(cat "$folder/err.txt")"
  skip "this build has no MPI"
fi

# ---- the pool ------------------------------------------------------------------

want=$("$work" 600 300 1 2>/dev/null)
[ "$("$work" 600 300 4 2>/dev/null)" = "$want" ] || fail "four threads have another sum"
for n in 2 3; do
  got=$(ranks $n "$work" 600 300 2)
  [ "${got/$n ranks/1 ranks}" = "$want" ] || fail "$n ranks: $got, not $want"
done
for item in 0 300; do
  recovering 3 "$work" 600 300 1 die 1 $item >"$folder/die$item.txt" &
done
wait
for item in 0 300; do
  got=$(cat "$folder/die$item.txt")
  [ "${got/3 ranks/1 ranks}" = "$want" ] || fail "a rank that dies at $item: $got, not $want"
done
code=0
ranks 3 "$work" 600 300 1 refuse 100 >"$folder/out.txt" || code=$?
[ $code -eq 3 ] || fail "exit $code when the leader refuses"
grep -q "^100 results" "$folder/out.txt" || fail "refused, but: $(cat "$folder/out.txt")"
code=0
ranks 3 "$work" 600 300 1 differ 2 >"$folder/out.txt" || code=$?
[ $code -eq 3 ] && grep -q "rank 2 does not work on the same study" "$folder/err.txt" ||
  fail "other inputs on one rank: exit $code, $(cat "$folder/err.txt")"

# ---- commands ------------------------------------------------------------------

tiny=(--models tests/cli/tiny/models tests/cli/tiny/site.ini)
sweep=(sweep "${tiny[@]}" -P room.hall.supply 18 27 -D 0.1 --threads 1)
"$dcplan" run "${tiny[@]}" --json >"$folder/run1.json"
ranks 2 "$dcplan" run "${tiny[@]}" --json >"$folder/run2.json"
cmp "$folder/run1.json" "$folder/run2.json"

"$dcplan" "${sweep[@]}" -q --store "$folder/1.sqlite" --csv "$folder/1.csv" --json >"$folder/1.json"
for n in 2 3; do
  ranks $n "$dcplan" "${sweep[@]}" -q --store "$folder/$n.sqlite" --csv "$folder/$n.csv" --json \
    >"$folder/$n.json" || fail "$n ranks: $(cat "$folder/err.txt")"
  for kind in sqlite csv json; do cmp "$folder/1.$kind" "$folder/$n.$kind"; done
done

# Failed points: the exit code of the leader, and its words once.
bad=(sweep "${tiny[@]}" -q --threads 1 -L site.climate mild,nowhere)
code=0
ranks 2 "$dcplan" "${bad[@]}" || code=$?
[ $code -eq 4 ] || fail "exit $code with a failed point"
[ "$(grep -c "nowhere" "$folder/err.txt")" -eq 1 ] || fail "$(cat "$folder/err.txt")"
code=0
ranks 3 "$dcplan" sweep tests/cli/tiny/nowhere.ini -L crac.c.use unit || code=$?
[ $code -eq 3 ] || fail "exit $code without a site"
[ "$(grep -c "nowhere.ini" "$folder/err.txt")" -eq 1 ] || fail "$(cat "$folder/err.txt")"

# A worker is killed: mpirun ends the job, what has come is there, and the next start goes on.
done_in() {
  [ -s "$1" ] || { echo 0; return; }
  "$dcplan" study ls "$1" --json 2>/dev/null | sed -n 's/.*"done":\t\([0-9]*\).*/\1/p' | grep . || echo 0
}
# The second rank of the job that writes a store.
worker_of() {
  local p
  for p in $(pgrep -f -- "--store $1" || true); do
    if tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=1"; then
      echo "$p"
    fi
  done
}
long=(sweep "${tiny[@]}" -P room.hall.supply 18 27 -D 0.005 -q --threads 1)
ranks 2 "$dcplan" "${long[@]}" --store "$folder/k.sqlite" &
job=$!
while [ "$(done_in "$folder/k.sqlite")" -lt 20 ]; do kill -0 $job || fail "it ended by itself"; done
worker=$(worker_of "$folder/k.sqlite")
[ -n "$worker" ] || fail "no second rank is found"
kill -9 "$worker"
code=0
wait $job || code=$?
[ $code -ne 0 ] || fail "mpirun does not see that a rank was killed"
left=$(done_in "$folder/k.sqlite")
[ "$left" -ge 20 ] || fail "only $left points are left"
ranks 3 "$dcplan" "${long[@]}" --store "$folder/k.sqlite"
"$dcplan" "${long[@]}" --store "$folder/whole.sqlite"
cmp "$folder/k.sqlite" "$folder/whole.sqlite"
