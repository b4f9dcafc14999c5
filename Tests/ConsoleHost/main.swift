import FeatureToggles
import ToggleConsole

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// console-host DEFAULTS
//
// An app with a console. While the console is open, the toggle `mischief` in the local defaults file DEFAULTS makes the
// app disturb it: log, trap, abort, write to an invalid address, or exit.

guard CommandLine.arguments.count == 2 else {
    print("usage: console-host DEFAULTS")
    exit(2)
}

let mischief = OpsToggle(
    "mischief",
    id: ToggleIdentifier.make(category: .ops, type: .string, key: "mischief"),
    default: "none"
)
let registry = ToggleRegistry(namespace: "Host") { toggles in
    toggles.add(ops: mischief, details: ToggleDetails(description: "What the app does next.", owner: "tests"))
}
let client = ToggleClient(
    registries: [registry],
    overrides: OverrideSources(localDefaultsPath: CommandLine.arguments[1]),
    context: EvaluationContext()
)

func log(_ text: String) {
    let line = Array("\(text)\n".utf8)
    if write(STDERR_FILENO, line, line.count) < 0 { exit(4) }
}

func doMischief(_ kind: String) {
    switch kind {
    case "log":
        print("printed by the app")
        log("logged by the app")
    case "flood":
        let line = String(repeating: "words of the app ", count: 60)
        for number in 0..<20_000 { log("\(number) \(line)") }
        log("the newest of them")
        // Signals that everything was written.
        close(open("flooded", O_WRONLY | O_CREAT, 0o600))
    case "trap": fatalError("boom")
    case "abort":
        log("about to abort")
        abort()
    case "fault":
        log("about to fault")
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "exit": exit(7)
    default: break
    }
}

Task.detached {
    for await kind in client.updates(of: mischief) { doMischief(kind) }
}

print("before the console")
do {
    try ToggleConsole.run(client)
    print("after the console")
} catch {
    print("no console: \(error)")
    exit(3)
}
