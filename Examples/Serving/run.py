"""Starts etcd, mirrors, and nginx on the loopback interface, publishes, and follows the document as an app does."""

import json
import pathlib
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Serving"))
from servers import Etcd, Missing, Nginx, Servers, wait_for


def main(folder, once):
    toggles, remote = (str(pathlib.Path(folder) / name) for name in ["toggles", "toggles-remote"])
    with Servers() as servers:
        print("== Starting three members of etcd, two nginx, and two mirrors")
        etcd = Etcd(servers)
        address = etcd.address("shop.json")
        keys = servers.folder / "keys"
        keys.mkdir()
        subprocess.run([toggles, "keys", "new", "production"], cwd=keys, check=True, stdout=subprocess.DEVNULL)
        sites = [Nginx(servers, servers.folder / f"site{index}") for index in range(2)]
        for index, site in enumerate(sites):
            servers.start(
                [remote, "mirror", address, site.root / "shop.json", "--key", keys / "production.public.pem",
                 "--environment", "production", "--notify", site.publish, "--health", servers.folder / f"health{index}.json"],
                f"mirror{index}",
            )
            print(f"   {site.url('shop.json')}   events: {site.url('events')}")
        print(f"   {address}\n   logs and files: {servers.folder}")

        def publish(revision):
            """Publishes a document to etcd, which every step of the pipeline follows."""
            share = revision * 10
            flag = {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "off",
                    "targeting": {"fractional": [["on", share], ["off", 100 - share]]}}
            document = servers.folder / "document.json"
            document.write_text(json.dumps({"flags": {"new-checkout": flag}}))
            print(f"== toggles publish document.json --to {address}", flush=True)
            subprocess.run(
                [toggles, "publish", document, "--to", address, "--key", keys / "production.private.pem", "--environment",
                 "production", "--reason", f"{share} %", "--yes"], cwd=servers.folder, check=True
            )

        def follow(site):
            """Asks for the document whenever nginx announces a change, as HTTPRemoteSource does."""
            with urllib.request.urlopen(
                urllib.request.Request(site.url("events"), headers={"Accept": "text/event-stream"})
            ) as stream:
                for line in stream:
                    if line.startswith(b"data:"):
                        with urllib.request.urlopen(site.url("shop.json")) as response:
                            envelope = json.load(response)
                            print(f"   an app at {site.url('')} has revision {envelope.get('revision')}", flush=True)

        publish(1)
        for site in sites:
            wait_for("file", lambda: (site.root / "shop.json").exists())
            threading.Thread(target=follow, args=[site], daemon=True).start()
        revision = 1
        for _ in range(4):
            revision += 1
            time.sleep(1)
            publish(revision)
        time.sleep(1)
        for index in range(2):
            print(f"== Health of mirror {index}: {(servers.folder / f'health{index}.json').read_text().strip()}")
        if not once:
            print("== Press Ctrl-C to end everything. Publish with: toggles publish DOCUMENT --to " + address)
            try:
                while True:
                    time.sleep(3600)
            except KeyboardInterrupt:
                print()


try:
    main(sys.argv[1], "--once" in sys.argv[2:])
except Missing as error:
    sys.exit(f"{error} is not installed; run Scripts/install-dependencies.sh serving")
except KeyboardInterrupt:
    sys.exit(130)
