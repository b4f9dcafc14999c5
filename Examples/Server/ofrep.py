"""Reads the server's flags with the OpenFeature SDK and OFREP provider for Python: ofrep.py URL"""

import sys

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

api.set_provider(OFREPProvider(sys.argv[1]))
client = api.get_client()
ada = EvaluationContext(targeting_key="ada", attributes={"role": "admin"})
bob = EvaluationContext(targeting_key="bob", attributes={"role": "user", "devices": [{"os": "Linux"}], "age": 36.5})
nobody = EvaluationContext()

failed = 0


def check(name, details, value, reason, variant, error=None):
    global failed
    found = (details.value, details.reason, details.variant, details.error_code)
    expected = (value, reason, variant, error)
    if found == expected and type(details.value) is type(value):
        print(f"ok      OFREP from Python: {name}")
    else:
        print(f"FAILED  OFREP from Python: {name}\n  expected: {expected}\n  found:    {found}, {details.error_message}")
        failed = 1


boolean = client.get_boolean_details
check("Boolean", boolean("one_page_checkout", False, ada), True, "TARGETING_MATCH", "on")
check("another user", boolean("one_page_checkout", True, bob), False, "TARGETING_MATCH", "off")
check("attribute", boolean("admin_tools", False, ada), True, "TARGETING_MATCH", "on")
check("no user", boolean("one_page_checkout", True, nobody), False, "TARGETING_MATCH", "off")
check("no context", boolean("one_page_checkout", True), False, "TARGETING_MATCH", "off")
check("string", client.get_string_details("search_ranking", "classic", bob), "neural", "STATIC", "new")
check("number", client.get_float_details("result_boost", 1.0, bob), 2.0, "STATIC", "double")
check("disabled", client.get_integer_details("page_size", 7, bob), 7, "DISABLED", "default")
check("unknown flag", boolean("no_such_flag", True, bob), True, "ERROR", None, "FLAG_NOT_FOUND")
check("wrong type", boolean("search_ranking", True, bob), True, "ERROR", None, "TYPE_MISMATCH")
metadata = client.get_string_details("search_ranking", "classic", bob).flag_metadata
if metadata == {"team": "search"}:
    print("ok      OFREP from Python: metadata")
else:
    print(f"FAILED  OFREP from Python: metadata\n  found:    {metadata}")
    failed = 1
sys.exit(failed)
