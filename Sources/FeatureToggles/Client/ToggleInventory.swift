/// Everything that a client knows at one moment, for tools that show all of it.
///
/// It does not move any more. Taking one copies nothing, and asking it costs nothing for toggles that nobody asks about.
package struct ToggleInventory: Sendable {
    private let live: LiveToggles
    /// When it was taken, in seconds since 1970.
    private let timestamp: Int64

    init(_ live: LiveToggles, timestamp: Int64) {
        self.live = live
        self.timestamp = timestamp
    }

    /// Grows with every change of what the client knows.
    package var version: Int { live.version }

    /// The declared toggles, in the order of the registries.
    package var definitions: [ToggleDefinition] { live.state.definitions }

    /// What the local defaults file says, whether there are such toggles or not; nothing in a RELEASE build.
    package var localDefaults: [String: JSONValue] {
        #if !RELEASE || InternalBuild
        live.state.localDefaults
        #else
        [:]
        #endif
    }

    /// The keys of toggles that launch arguments or environment variables of this process override, with a value that can
    /// be used or not; nothing in a RELEASE build.
    package var processOverrides: Set<String> {
        #if !RELEASE || InternalBuild
        let keys = Set(live.state.texts.arguments.keys).union(live.state.texts.environment.keys)
        return keys.filter { live.state.hasToggle($0) }
        #else
        []
        #endif
    }

    /// The name of the application that the first registry belongs to.
    package var application: String? { live.state.application }

    /// The name of the remote source, if there is one.
    package var remoteName: String? { live.state.remote.name }

    /// How the client stands with its remote source.
    package var remoteState: RemoteState? { live.state.remote.state }

    /// What was skipped because it could not be used.
    ///
    /// - Complexity: O(*n*) in the number of toggles for each override of a toggle that there is not.
    package var problems: [ToggleProblem] { live.state.problems }

    /// What rules look at where nothing else is said.
    package var context: EvaluationContext { live.state.context }

    /// What every source answered about a toggle.
    ///
    /// Asking so is no exposure to a variant.
    ///
    /// - Parameters:
    ///   - index: The toggle's index in ``definitions``.
    ///   - context: What rules may look at, laid over ``context``; `nil` for that alone.
    /// - Returns: The answers of the sources; `nil` when there is no such index.
    /// - Complexity: O(1) without rules; with rules, linear in the size of the rule.
    package func explanation(at index: Int, for context: EvaluationContext? = nil) -> Explanation? {
        live.explanation(at: index, for: context, timestamp: timestamp)
    }
}

extension ToggleClient {
    /// Everything that the client knows now.
    package var inventory: ToggleInventory {
        ToggleInventory(live.withLock { $0 }, timestamp: timestamp)
    }
}
