#!/usr/bin/env bash
# Runs a command under a heading. If TOGGLES_STEPS is the path of a file, adds a line to it with the CPU time and the
# wall time of the command and of the programs that it runs, in seconds, and the heading. `.ci/run` prints them as a
# table.
#
# usage: Scripts/step.sh HEADING COMMAND...
set -uo pipefail

heading=$1
shift
echo "== $heading"
[ -n "${TOGGLES_STEPS:-}" ] || exec "$@"
TIMEFORMAT="%U %S %R $heading"
{ time "$@" 2>&3; } 3>&2 2>>"$TOGGLES_STEPS"
