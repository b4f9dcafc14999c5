import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client with a cached document, for tests that kill it.
///
///     test-host cache crash FOLDER         starts from the cache, prints the value, and is killed
///     test-host cache start FOLDER         the same, but waits to be killed
///     test-host cache exit FOLDER          the same, but exits by itself
///     test-host cache write FOLDER NUMBER  activates documents with increasing numbers until it is killed
///     test-host cache follow FOLDER NUMBER the same, but the source announces them; prints each value that a read returns
enum CacheTorture {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 3 else {
            fail("usage: test-host cache crash|start|exit|write|follow FOLDER [NUMBER]")
        }
        // A parent may have turned them off, as `nohup` does, or blocked them, as threads of tasks do.
        for number in [SIGHUP, SIGINT, SIGPIPE, SIGTERM] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        let toggle = OpsToggle(
            "page_size",
            id: ToggleIdentifier.make(category: .ops, type: .int, key: "page_size"),
            default: 20
        )
        let registry = ToggleRegistry(namespace: "Torture") { toggles in
            toggles.add(ops: toggle, details: ToggleDetails(description: "Results per page.", owner: "search"))
        }
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
        // Until the process ends, as in most programs.
        _ = Unmanaged.passUnretained(client).retain()
        func printValue() { printLine("\(client.value(of: toggle))") }
        switch arguments[1] {
        case "write":
            while true {
                do {
                    if try await client.fetchAndActivate() { printValue() }
                } catch {
                    exit(3)
                }
            }
        case "follow":
            for await number in client.updates(of: toggle) { printLine("\(number)") }
        case "crash":
            printValue()
            kill(getpid(), SIGKILL)
        case "exit":
            printValue()
            exit(0)
        default:
            printValue()
            while true { sleep(60) }
        }
    }
}
