"""Answers cases of `toggles evaluate` with the Python package openfeature-flagd-core.

usage: oracle.py DOCUMENT NOW < cases.jsonl > answers.jsonl

To be run by the Python that has the package.
"""
import json
import logging
import sys
import time

logging.disable(logging.CRITICAL)
now = int(sys.argv[2])
time.time = lambda: now

from openfeature.contrib.tools.flagd.core import FlagdCore  # noqa: E402
from openfeature.contrib.tools.flagd.core.targeting import custom_ops  # noqa: E402
from openfeature.evaluation_context import EvaluationContext  # noqa: E402
from openfeature.exception import OpenFeatureError  # noqa: E402


listed = []
parse_fraction = custom_ops._parse_fraction


def parse_noted_fraction(bucket):
    # Peers disagree about such weights.
    if isinstance(bucket, list) and len(bucket) == 2:
        if bucket[1] is None or isinstance(bucket[1], float) and bucket[1].is_integer():
            listed.append("WEIGHTS")
    return parse_fraction(bucket)


custom_ops._parse_fraction = parse_noted_fraction


def answer(core, case):
    listed.clear()
    result = resolved(core, case)
    if listed:
        result["listed"] = listed[0]
    return result


def resolved(core, case):
    resolve = getattr(core, f"resolve_{case['type'].lower()}_value")
    context = EvaluationContext(targeting_key=case.get("targetingKey"), attributes=case.get("context") or {})
    try:
        details = resolve(case["flag"], case["default"], context)
    except OpenFeatureError as error:
        return {"value": case["default"], "reason": "ERROR", "errorCode": error.error_code.value}
    except Exception as error:  # The SDK calls everything else a general error.
        return {"value": case["default"], "reason": "ERROR", "errorCode": "GENERAL", "note": repr(error)}
    result = {"value": details.value, "reason": getattr(details.reason, "value", details.reason)}
    if details.variant is not None:
        result["variant"] = details.variant
    return result


def main():
    core = FlagdCore()
    with open(sys.argv[1], encoding="utf-8") as file:
        core.set_flags(file.read())
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(core, json.loads(line))) + "\n")


main()
