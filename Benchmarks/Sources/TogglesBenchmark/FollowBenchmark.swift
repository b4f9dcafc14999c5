import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app that follows one toggle, for scripts that measure when it sees a change.
enum FollowBenchmark {
    /// Prints the value of a Bool ops toggle now and after each change, one per line, until the process is killed.
    ///
    /// - Parameters:
    ///   - key: The toggle's key.
    ///   - path: The local defaults file.
    static func run(_ key: String, path: String) {
        let toggle = ToggleDefinition(key: key, category: .ops, type: .bool, defaultValue: false)
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "Follower", toggles: [toggle])],
            overrides: OverrideSources(localDefaultsPath: path)
        )
        let changes = client.changes()
        report(client)
        Task {
            for await _ in changes { report(client) }
        }
        while true { pause() }
    }

    /// Prints with a single write, because buffering would delay the output.
    private static func report(_ client: ToggleClient) {
        let line = Array("\(client.explanations()[0].evaluation.value == true)\n".utf8)
        write(STDOUT_FILENO, line, line.count)
    }
}
