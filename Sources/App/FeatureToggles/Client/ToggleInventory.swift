import ToggleBase

/// A client's data at one moment, for tools that show all of it.
///
/// It never changes. Creating one copies nothing, and only the toggles that are queried cost time.
package struct ToggleInventory: Sendable {
    private let live: LiveToggles
    /// The time at which the inventory was created, in seconds since 1970.
    private let timestamp: Int64

    init(_ live: LiveToggles) {
        self.live = live
        timestamp = live.timestamp
    }

    /// A number that increases with every change of the client's data.
    package var version: Int { live.version }

    /// The declared toggles, in the order of the registries.
    package var definitions: [ToggleDefinition] { live.state.definitions }

    /// The values in the local defaults file, including those of unknown toggles; empty in a RELEASE build.
    package var localDefaults: [String: JSONValue] {
        live.state.overrides.values
    }

    /// The keys of the toggles that this process's launch arguments or environment variables override, with usable or
    /// unusable values; empty in a RELEASE build.
    package var processOverrides: Set<String> {
        live.state.overrides.processKeys.filter { live.state.hasToggle($0) }
    }

    /// The name of the application that the first registry belongs to.
    package var application: String? { live.state.application }

    /// The name of the remote source, if there is one.
    package var remoteName: String? { live.state.remote.name }

    /// The state of the client's remote source, if there is one.
    package var remoteState: RemoteState? { live.state.remote.state }

    /// Returns the metadata of the active remote document, together with that of one of its flags.
    ///
    /// - Parameter parameter: The flag's remote parameter; `nil` for the metadata of the document alone.
    /// - Returns: The metadata; empty without a document.
    package func remoteMetadata(of parameter: String? = nil) -> JSONObject {
        live.state.remote.evaluator?.metadata(of: parameter) ?? JSONObject()
    }

    #if OVERRIDES
    /// The text of the active remote document, if it is in the format of flagd and not in the cache.
    package var remoteDocument: [UInt8]? {
        if case .text(let text)? = live.state.remote.place { text } else { nil }
    }
    #endif

    /// The unusable inputs that were skipped.
    ///
    /// - Complexity: O(*n*) in the number of toggles for each override of an unknown toggle.
    package var problems: [ToggleProblem] { live.state.problems }

    /// The ambient context, which rules use for calls without a context.
    package var context: EvaluationContext { live.state.context }

    /// Explains a toggle: what each source answered, and which one was decisive.
    ///
    /// An explanation doesn't count as an exposure.
    ///
    /// - Parameters:
    ///   - index: The toggle's index in ``definitions``.
    ///   - context: The attributes that rules can use instead of those in ``context``; `nil` for that context.
    /// - Returns: The answers of the sources, or `nil` if the index is out of range.
    /// - Complexity: O(1) without rules; with rules, linear in the size of the rule.
    package func explanation(at index: Int, for context: EvaluationContext? = nil) -> Explanation? {
        live.explanation(at: index, for: context, timestamp: timestamp)
    }
}

extension ToggleClient {
    /// The client's current data.
    package var inventory: ToggleInventory {
        ToggleInventory(live.withLock { $0 })
    }
}
