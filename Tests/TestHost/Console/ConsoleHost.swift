import FeatureToggles
import ToggleConsole

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app with a console.
///
///     test-host console DEFAULTS
///
/// While the console is open, the toggle `mischief` in the local defaults file DEFAULTS makes the app disturb it: log,
/// trap, abort, write to an invalid address, or exit.
enum ConsoleHost {
    static func run(_ arguments: [String]) {
        guard arguments.count == 2 else { fail("usage: test-host console DEFAULTS") }
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
            overrides: OverrideSources(localDefaultsPath: arguments[1]),
            context: EvaluationContext()
        )
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
    }

    private static func doMischief(_ kind: String) {
        switch kind {
        case "log":
            print("printed by the app")
            printLine("logged by the app", to: STDERR_FILENO)
        case "flood":
            let line = String(repeating: "words of the app ", count: 60)
            for number in 0..<20_000 { printLine("\(number) \(line)", to: STDERR_FILENO) }
            printLine("the newest of them", to: STDERR_FILENO)
            // Signals that everything was written.
            close(open("flooded", O_WRONLY | O_CREAT, 0o600))
        case "trap": fatalError("boom")
        case "abort":
            printLine("about to abort", to: STDERR_FILENO)
            abort()
        case "fault":
            printLine("about to fault", to: STDERR_FILENO)
            UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "exit": exit(7)
        default: break
        }
    }
}
