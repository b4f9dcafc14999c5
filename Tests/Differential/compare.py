#!/usr/bin/env python3
"""Compares `toggles evaluate` with openfeature-flagd-core over random documents and cases.

usage: compare.py --toggles PROGRAM --python PYTHON --bucketing v2|v3 [--cases 100000] [--seed N] [--keep FOLDER]

PYTHON is an interpreter with openfeature-flagd-core installed: 2.0.0 for v3, 1.0.0 for v2. The value, variant, reason,
error code and metadata of every case are compared. The printed seed repeats a run.

Intended differences, which the generator avoids unless stated otherwise:

* ACCUMULATOR: `reduce` starts with the value of its third argument; the peer doesn't evaluate a rule there, contrary to
  JsonLogic's own cases. The generator starts with constants.
* WHOLE NUMBERS: 10.0 requested as an Integer is 10; the peer reports a type mismatch. Whole numbers beyond 2^53 - 1
  requested as an Integer are a type mismatch; the peer accepts numbers of any size. The generator never requests whole
  numbers with a decimal point as an Integer, and has no number beyond 2^53 - 1.
* WEIGHTS: peers disagree about weights that are `50.0` or null. This package accepts `50.0` as 50. Cases in which the
  peer encountered such a weight are counted and skipped.
* DEFINITIONS: peers disagree about unknown members of a flag, a state that is neither ENABLED nor DISABLED, a default
  variant that is not among the variants, and `flags` as an array.
* FOLLOWED: where flagd's evaluators for Go and JavaScript agree with each other but not with the peer, this package
  follows them, and oracle.py patches the peer accordingly: a number never equals (`===`, `in`) a Boolean, `%` has the
  sign of the dividend, and `cat` and the text of an array use lowercase `true` and `false`, and nothing for null.
* UNUSED ARGUMENTS: an argument that an operator ignores, such as the second one of `!`, is not evaluated; the peer
  evaluates it, and fails if it divides by zero. The generator uses constants there.
* REFERENCES: peers replace references between rules of `$evaluators` in no defined order.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

NOW = 1_800_000_000
WORDS = ["a", "beta", "DE", "FR", "gold", "silver", "user@example.com", "", "1", "1.5", "ä", "日本", "x y", "null", "12"]
KEYS = ["country", "tier", "email", "age", "score", "beta", "tags", "user", "version", "name"]
PATHS = KEYS + [
    "user.name", "user.address.city", "tags.0", "tags.1", "name.length", "missing.deep", "targetingKey",
    "$flagd.flagKey", "$flagd.timestamp", "user.tags", "items", "größe", "😀", "a b", "user.tags.0", "user.tags.length",
    "items.0.qty", "$flagd", "$flagd.other", "",
]
VERSIONS = [
    "1.2.3", "v1.2.3", "V2.0.0", "1", "1.2", "2.0.0-rc.1", "1.2.3-alpha.10", "1.2.3-alpha.9", "1.2.3+build", "01.2.3",
    "1.2.3.4", "", "latest", "10.0.0", "1.10.0", "1.2.3-0", "1.2.3-01", "99999999999999999999.0.0", "1.2.3-rc.1+b.2",
]
OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "~", "^", "===", ""]
VARIANTS = ["on", "off", "red", "green", "true", "false", "1", "control"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, values):
        return self.random.choice(values)

    def scalar(self):
        roll = self.random.random()
        if roll < 0.35:
            return self.pick(WORDS)
        if roll < 0.6:
            return self.random.randint(-5, 130)
        if roll < 0.75:
            return self.random.choice([0.5, -1.25, 3.14159, 100.0, 1e21, 0.1, 1e-7, 2.5, 0.30000000000000004])
        if roll < 0.9:
            return self.pick([True, False])
        return None

    def array(self):
        return [self.scalar() for _ in range(self.random.randint(0, 4))]

    def variable(self, scoped=False):
        if scoped:
            path = self.pick(["", "qty", "name", "tags.0", "missing", "length", 0, 1])
        else:
            path = self.pick(PATHS)
        roll = self.random.random()
        if roll < 0.2:
            return {"var": [path, self.scalar()]}
        if roll < 0.23:
            return {"var": [path, self.variable(scoped)]}
        if roll < 0.26:
            key = {"if": [self.variable(scoped), str(path), self.pick(KEYS)]}
            return {"var": self.pick([key, [key], [key, self.scalar()], {"cat": [self.pick(["user.", "tags.", ""]), "name"]}])}
        return {"var": path if self.random.random() < 0.7 else [path]}

    def value(self, depth, scoped=False):
        roll = self.random.random()
        if depth <= 0 or roll < 0.25:
            return self.scalar() if roll < 0.12 else self.variable(scoped)
        if roll < 0.32:
            return [self.value(depth - 1, scoped) for _ in range(self.random.randint(0, 3))]
        if roll < 0.36:
            return self.arithmetic(depth, scoped)
        if roll < 0.45:
            return self.text(depth, scoped)
        if roll < 0.5:
            return self.iteration(depth, scoped)
        if roll < 0.53:
            return {"merge": [self.value(depth - 1, scoped) for _ in range(self.random.randint(0, 3))]}
        if roll < 0.56:
            return {"missing": [self.pick(PATHS) for _ in range(self.random.randint(0, 3))]}
        if roll < 0.58:
            return {"missing_some": [self.random.randint(0, 3), [self.pick(PATHS) for _ in range(3)]]}
        if roll < 0.595:
            return self.anything(depth, scoped)
        if roll < 0.64:
            return self.condition(depth, scoped, lambda: self.value(depth - 2, scoped))
        if roll < 0.7:
            return {self.pick(["and", "or"]): [self.value(depth - 1, scoped) for _ in range(self.random.randint(1, 3))]}
        return self.test(depth, scoped)

    def anything(self, depth, scoped):
        """An operator with arguments of any number and type."""
        operator = self.pick(
            ["==", "!=", "===", "!==", "<", "<=", ">", ">=", "!", "!!", "and", "or", "if", "in", "+", "*", "-", "min", "max",
             "cat", "merge", "all", "some", "none", "filter", "map", "starts_with", "ends_with", "sem_ver"]
        )
        scoped = scoped or operator in ("all", "some", "none", "filter", "map")
        if self.random.random() < 0.3:
            return {operator: self.pick([self.scalar(), self.variable(scoped)])}
        arguments = [self.value(depth - 2, scoped) for _ in range(self.random.randint(0, 4))]
        used = {"!": 1, "!!": 1, "<": 3, "<=": 3, ">": 3, ">=": 3, "sem_ver": 3}.get(operator, 2)
        if operator not in ("and", "or", "if", "+", "*", "min", "max", "cat", "merge"):
            arguments[used:] = [self.scalar() for _ in arguments[used:]]
        return {operator: arguments}

    def arithmetic(self, depth, scoped):
        operator = self.pick(["+", "-", "*", "/", "%", "min", "max"])
        count = self.random.randint(1, 3)
        return {operator: [self.value(depth - 2, scoped) for _ in range(count)]}

    def text(self, depth, scoped):
        if self.random.random() < 0.6:
            return {"cat": [self.value(depth - 2, scoped) for _ in range(self.random.randint(1, 3))]}
        arguments = [self.value(depth - 2, scoped), self.random.randint(-4, 6)]
        if self.random.random() < 0.5:
            arguments.append(self.random.randint(-4, 6))
        return {"substr": arguments}

    def iteration(self, depth, scoped):
        items = self.pick([{"var": "items"}, {"var": "tags"}, self.array(), self.variable(scoped)])
        operator = self.pick(["map", "filter", "all", "some", "none", "reduce"])
        if operator == "reduce":
            step = {"+": [{"var": "accumulator"}, {"var": self.pick(["current", "current.qty"])}]}
            return {"reduce": [items, step, self.random.randint(0, 3)]}
        return {operator: [items, self.value(depth - 1, True)]}

    def test(self, depth, scoped=False):
        roll = self.random.random()
        if roll < 0.4:
            operator = self.pick(["==", "!=", "===", "!==", "<", "<=", ">", ">="])
            count = 3 if operator in ("<", "<=", ">", ">=") and self.random.random() < 0.15 else 2
            return {operator: [self.value(depth - 1, scoped) for _ in range(count)]}
        if roll < 0.55:
            # Long lists of texts are compiled to a table.
            long = [self.pick(WORDS + ["DE", "gold", "user@example.com"]) for _ in range(self.random.randint(15, 60))]
            haystack = self.pick([self.array(), long, self.variable(scoped), "userdata@example.com FR"])
            return {"in": [self.value(depth - 1, scoped), haystack]}
        if roll < 0.65:
            return {self.pick(["!", "!!"]): [self.value(depth - 1, scoped)]}
        if roll < 0.8:
            version = self.pick([{"var": "version"}, self.pick(VERSIONS), self.value(depth - 2, scoped)])
            arguments = [version, self.pick(OPERATORS), self.pick(VERSIONS)]
            if self.random.random() < 0.05:
                arguments.pop()
            return {"sem_ver": arguments}
        if roll < 0.95:
            arguments = [self.value(depth - 2, scoped), self.pick(WORDS)]
            if self.random.random() < 0.05:
                arguments.append("more")
            return {self.pick(["starts_with", "ends_with"]): arguments}
        return {"$ref": self.pick(["is_adult", "from_abroad", "is_tester", "nobody"])}

    def condition(self, depth, scoped, branch):
        arguments = []
        for _ in range(self.random.randint(1, 3)):
            arguments += [self.test(depth - 1, scoped), branch()]
        if self.random.random() < 0.7:
            arguments.append(branch())
        return {self.pick(["if", "if", "?:"]): arguments}

    def fractional(self, depth, variants):
        buckets = []
        for _ in range(self.random.randint(1, 4)):
            roll = self.random.random()
            variant = self.pick(variants) if roll < 0.85 else self.value(depth - 1)
            if self.random.random() < 0.15:
                buckets.append([variant])
            else:
                weight = self.pick([0, 1, 10, 25, 50, 100, -5, 2_147_483_647, 3, 2_147_483_648, -2_147_483_649, 1e3 + 0.5])
                if self.random.random() < 0.1:
                    weight = {"if": [self.test(depth - 1), self.pick([10, -1, 2_147_483_647]), 90]}
                buckets.append([variant, weight])
        roll = self.random.random()
        if roll < 0.5:
            return {"fractional": buckets}
        if roll < 0.8:
            key = self.pick([{"var": "targetingKey"}, {"cat": [{"var": "$flagd.flagKey"}, {"var": "email"}]}])
        else:
            key = self.value(depth - 1)
        return {"fractional": [key] + buckets}

    def rule(self, depth, variants):
        roll = self.random.random()
        def branch():
            roll = self.random.random()
            if roll < 0.7:
                return self.pick(variants)
            if roll < 0.8:
                return None
            return self.rule(depth - 2, variants) if depth > 2 else self.pick(variants + ["unknown"])
        if roll < 0.6:
            return self.condition(depth, False, branch)
        if roll < 0.85:
            return self.fractional(depth, variants)
        if roll < 0.97:
            return self.test(depth)
        return {"no_such_operator": [1]}

    def flag(self):
        kind = self.pick(["Boolean", "String", "Integer", "Float", "Object"])
        names = self.random.sample(VARIANTS, self.random.randint(2, 5))
        def value():
            return {
                "Boolean": lambda: self.pick([True, False]),
                "String": lambda: self.pick(WORDS),
                "Integer": lambda: self.random.randint(-1000, 1000),
                "Float": lambda: self.random.choice([0.5, -2.25, 1e10 + 0.5, 3]),
                "Object": lambda: self.pick([{}, {"a": 1, "b": [True, None]}, [1, "x"], {"ä": {"deep": 0.5}}]),
            }[kind]()
        flag = {"state": "DISABLED" if self.random.random() < 0.05 else "ENABLED", "variants": {n: value() for n in names}}
        roll = self.random.random()
        if roll < 0.85:
            flag["defaultVariant"] = self.pick(names)
        elif roll < 0.92:
            flag["defaultVariant"] = None
        roll = self.random.random()
        if roll < 0.9:
            flag["targeting"] = self.rule(self.random.randint(2, 6), names)
        elif roll < 0.95:
            flag["targeting"] = {}
        if self.random.random() < 0.3:
            flag["metadata"] = {"owner": self.pick(WORDS), "number": 1.5}
        return kind, flag

    def document(self, count):
        flags, kinds = {}, {}
        for number in range(count):
            key = f"flag-{number}" if number % 50 else f"flag 😀 größe-{number}"
            kinds[key], flags[key] = self.flag()
        document = {
            "flags": flags,
            "$evaluators": {
                "is_adult": {">=": [{"var": "age"}, 18]},
                "from_abroad": {"!": [{"in": [{"var": "country"}, ["DE", "AT"]]}]},
                "is_tester": {"in": [{"var": "email"}, [f"{n}@example.com" for n in range(20)] + ["user@example.com"]]},
            },
        }
        return document, kinds

    def context(self):
        makers = {
            "country": lambda: self.pick(["DE", "FR", "AT", "", None]),
            "tier": lambda: self.pick(["gold", "silver", 1]),
            "email": lambda: self.pick(["user@example.com", "ä@example.com", None, 5]),
            "age": lambda: self.pick([17, 18, 19, 65.0, "18", "x", True]),
            "score": lambda: self.pick([0, 0.5, -1, 1e21, 99, 0.1]),
            "beta": lambda: self.pick([True, False, None, "true"]),
            "tags": self.array,
            "user": lambda: {"name": self.pick(WORDS), "address": {"city": self.pick(WORDS)}, "tags": self.array()},
            "version": lambda: self.pick(VERSIONS + [1.1, 2, 2.0]),
            "name": lambda: self.pick(WORDS),
            "größe": self.scalar,
            "😀": self.scalar,
            "a b": self.scalar,
            "items": lambda: [{"qty": self.random.randint(0, 3), "name": self.pick(WORDS)} for _ in range(self.random.randint(0, 3))],
        }
        return {key: make() for key, make in makers.items() if self.random.random() < 0.75}

    def case(self, kinds):
        key = self.pick(list(kinds)) if self.random.random() < 0.99 else "no-such-flag"
        kind = kinds.get(key, "String")
        if self.random.random() < 0.05:
            kind = self.pick(["Boolean", "String", "Object"])
        default = {"Boolean": False, "String": "code", "Integer": 7, "Float": 0.25, "Object": {"code": 1}}[kind]
        case = {"flag": key, "type": kind, "default": default, "context": self.context()}
        roll = self.random.random()
        if roll < 0.85:
            case["targetingKey"] = f"{self.random.getrandbits(64):016x}-{self.pick(WORDS)}"
        elif roll < 0.9:
            case["targetingKey"] = ""
        return case


def same(left, right):
    """Equality that tells Booleans from numbers, but not 1 from 1.0."""
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right or (
        isinstance(left, (int, float)) and isinstance(right, (int, float)) and left == right
    )


def compared_names(their):
    # The peer returns metadata only with values, not with errors.
    return ("value", "variant", "reason", "errorCode") + (() if "errorCode" in their else ("metadata",))


def run(command, cases):
    start = time.monotonic()
    text = subprocess.run(command, input=cases, capture_output=True, check=False)
    if text.returncode:
        sys.exit(f"{command[0]} exited with {text.returncode}: {text.stderr.decode()[:2000]}")
    return [json.loads(line) for line in text.stdout.splitlines()], time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toggles", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--bucketing", required=True, choices=["v2", "v3"])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep")
    options = parser.parse_args()
    seed = random.SystemRandom().getrandbits(48) if options.seed is None else options.seed
    print(f"seed {seed}, bucketing {options.bucketing}")
    generator = Generator(seed)
    folder = options.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "document.json")
    documents = max(1, options.cases // 10_000)
    compared, listed, differences, times, reasons = 0, 0, [], [0.0, 0.0], {}
    for number in range(documents):
        document, kinds = generator.document(300)
        count = options.cases // documents
        cases = [generator.case(kinds) for _ in range(count)]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=False)
        text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases).encode()
        ours, our_time = run(
            [options.toggles, "evaluate", path, "--bucketing", options.bucketing, "--now", str(NOW)], text
        )
        theirs, their_time = run(
            [options.python, os.path.join(os.path.dirname(os.path.abspath(__file__)), "oracle.py"), path, str(NOW)], text
        )
        times = [times[0] + our_time, times[1] + their_time]
        assert len(ours) == len(theirs) == len(cases)
        for case, our, their in zip(cases, ours, theirs):
            if "listed" in their:
                listed += 1
                continue
            compared += 1
            reasons[their["reason"]] = reasons.get(their["reason"], 0) + 1
            if all(
                name in our and name in their and same(our[name], their[name]) or name not in our and name not in their
                for name in compared_names(their)
            ):
                continue
            differences.append((case, document["flags"].get(case["flag"]), our, their))
    for case, flag, our, their in differences[:10]:
        print(json.dumps({"case": case, "flag": flag, "ours": our, "theirs": their}, ensure_ascii=False, indent=1))
    print(", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items())))
    print(f"{compared} cases over {documents} documents, {len(differences)} differences; {listed} skipped because peers disagree")
    print(f"whole processes: toggles {times[0]:.2f} s, the peer {times[1]:.2f} s")
    # A peer that rejects the documents, or answers everything with one reason, would agree about nothing else.
    if compared * 2 < options.cases or len(reasons) < 4:
        sys.exit(f"only {compared} of {options.cases} cases were compared, with {len(reasons)} reasons")
    sys.exit(1 if differences else 0)


main()
