#!/usr/bin/env bash
# Tests the stores and `toggles mirror` with etcd, nginx, Apache, and an emulator of S3, in at most three minutes.
# With --long, runs the rounds, kills, and clients of `make serving`, and prints what they measure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python=${PYTHON:-python3}
if ! command -v moto_server >/dev/null; then
    # moto is an emulator of S3. The folder is kept, because installing takes a while.
    environment=.build/serving-python
    [ -x "$environment/bin/moto_server" ] || {
        "$python" -m venv "$environment"
        "$environment/bin/pip" install --quiet 'moto[server]==5.2.1'
    }
    export PATH=$PWD/$environment/bin:$PATH
fi
exec "$python" -B Tests/Serving/check.py "$(swift build --show-bin-path)" "$@"
