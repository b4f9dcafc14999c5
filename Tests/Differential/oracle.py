"""Evaluates cases of `toggles evaluate` with the Python package openfeature-flagd-core.

usage: oracle.py DOCUMENT NOW < cases.jsonl > answers.jsonl

Run it with the Python interpreter in which the package is installed.
"""
import json
import logging
import math
import sys
import time

logging.disable(logging.CRITICAL)
now = int(sys.argv[2])
time.time = lambda: now

from openfeature.contrib.tools.flagd.core import FlagdCore  # noqa: E402
from openfeature.contrib.tools.flagd.core.targeting import custom_ops  # noqa: E402
from openfeature.contrib.tools.flagd.core.targeting.targeting import OPERATORS  # noqa: E402
from json_logic import builtins  # noqa: E402
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


# Patches for cases in which flagd's evaluators for Go and JavaScript agree with each other but not with this one (see
# FOLLOWED in compare.py).

def strictly_equal(left, right):
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(strictly_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(strictly_equal(left[key], right[key]) for key in left)
    return left == right


def text(value):
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join("" if item is None else text(item) for item in value)
    return to_string(value)


def remainder(left, right):
    left, right = builtins.to_number(left), builtins.to_number(right)
    if isinstance(left, int) and isinstance(right, int):
        rest = abs(left) % abs(right)
        return -rest if left < 0 else rest
    if right == 0:
        raise ZeroDivisionError
    return math.nan if math.isinf(left) else math.fmod(left, right)


def contains(needle, haystack):
    if isinstance(haystack, list):
        return any(strictly_equal(needle, item) for item in haystack)
    return isinstance(haystack, str) and text(needle) in haystack


def number(value):
    # An array of one Boolean is a number, as in JavaScript.
    result = to_number(value)
    return int(result) if isinstance(value, list) and isinstance(result, bool) else result


to_string, to_number = builtins.to_string, builtins.to_number
builtins.to_string, builtins.to_number = text, number
OPERATORS.update({
    "===": lambda data=None, a=None, b=None, *_: strictly_equal(a, b),
    "!==": lambda data=None, a=None, b=None, *_: not strictly_equal(a, b),
    "%": lambda data=None, a=None, b=None, *_: remainder(a, b),
    "cat": lambda data=None, *values: "".join("" if value is None else text(value) for value in values),
    "in": lambda data=None, needle=None, haystack=None, *_: contains(needle, haystack),
})


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
    except Exception as error:  # The SDK reports everything else as a general error.
        return {"value": case["default"], "reason": "ERROR", "errorCode": "GENERAL", "note": repr(error)}
    result = {"value": details.value, "reason": getattr(details.reason, "value", details.reason)}
    if details.variant is not None:
        result["variant"] = details.variant
    if details.flag_metadata:
        result["metadata"] = dict(details.flag_metadata)
    return result


def main():
    core = FlagdCore()
    with open(sys.argv[1], encoding="utf-8") as file:
        core.set_flags(file.read())
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(core, json.loads(line))) + "\n")


main()
