#!/usr/bin/env bash
# Sets toggles of the program and of its libraries, and compares the output.
set -euo pipefail
cd "$(dirname "$0")"
source ../checking.sh

# Ignore overrides that are set on this machine.
export TOGGLES_DEFAULTS=$scratch/no-such-file.json
build
check 'defaults' $'Hello Ada\nBye.' Ada
check 'toggles of the program' $'HELLO ADA\nWHAT A DAY IT IS!\nBYE.' Ada --enable-toggle new_greeting --enable-toggle shouting
check 'toggles of its libraries' $'Good day, dear Ada\nSee you soon!' Ada --toggle politeness=formal --toggle farewell=cheerful
TOGGLE_POLITENESS=casual check 'environment' $'Hi Ada\nBye.' Ada

exit $failed
