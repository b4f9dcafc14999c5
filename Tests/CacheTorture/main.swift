import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// cache-torture crash FOLDER         starts from the cache, prints the value, and is killed
// cache-torture start FOLDER         the same, but waits to be killed
// cache-torture exit FOLDER          the same, but exits by itself
// cache-torture write FOLDER NUMBER  activates documents with increasing numbers until it is killed
// cache-torture follow FOLDER NUMBER the same, but the source announces them; prints each value that a read returns

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: cache-torture crash|start|exit|write|follow FOLDER [NUMBER]")
    exit(2)
}

let toggle = OpsToggle(
    "page_size",
    id: ToggleIdentifier.make(category: .ops, type: .int, key: "page_size"),
    default: 20
)
let registry = ToggleRegistry(namespace: "Torture") { toggles in
    toggles.add(ops: toggle, details: ToggleDetails(description: "Results per page.", owner: "search"))
}

func printLine(_ number: Int) {
    let line = Array("\(number)\n".utf8)
    // At most PIPE_BUF bytes, so a line is written whole or not at all.
    if write(1, line, line.count) < 0 { exit(4) }
}

// A global is never released, as in most programs.
let source = CountingSource(
    first: arguments.count > 3 ? Int(arguments[3]) ?? 0 : nil,
    announcesChanges: arguments[1] == "follow"
)
let client = ToggleClient(
    registries: [registry],
    overrides: .none,
    remote: RemoteConfiguration(
        source,
        refresh: arguments[1] == "follow" ? .development : .onDemand,
        cache: .folder(arguments[2])
    )
)

switch arguments[1] {
case "write":
    while true {
        do {
            if try await client.fetchAndActivate() { printLine(client.value(of: toggle)) }
        } catch {
            exit(3)
        }
    }
case "follow":
    for await number in client.updates(of: toggle) { printLine(number) }
case "crash":
    printLine(client.value(of: toggle))
    kill(getpid(), SIGKILL)
case "exit":
    printLine(client.value(of: toggle))
    exit(0)
default:
    printLine(client.value(of: toggle))
    while true { sleep(60) }
}
