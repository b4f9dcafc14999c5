#if OVERRIDES
package import FeatureToggles

/// A change of the flag that a toggle reads, as typed in the console.
package enum FlagCommand: Hashable, Sendable {
    /// Change shares: `neural=10 popular=5`.
    case rollout(String)
    /// Give a variant to the users who meet a condition.
    case target(condition: String, variant: String)
    /// Give all users a variant, or the one that switches the toggle off if it is `nil`.
    case kill(variant: String?)
    /// Bring back the rule that a kill set aside.
    case restore
    /// Show what was published to the target of the document; it changes nothing.
    case history
}

/// The effect of a change that is not made yet.
package struct FlagPreview: Hashable, Sendable {
    /// The path of the document.
    package var path: String
    /// The effect on users, one fact per line.
    package var lines: [String]
    /// Why the change deserves a second look; `nil` if nothing about it is unusual.
    package var concern: String?
    /// Warnings about the document after the change.
    package var warnings: [String]
    /// Whether there is nothing to change.
    package var isEmpty: Bool

    /// Creates a preview.
    package init(path: String, lines: [String], concern: String?, warnings: [String], isEmpty: Bool) {
        self.path = path
        self.lines = lines
        self.concern = concern
        self.warnings = warnings
        self.isEmpty = isEmpty
    }
}

/// Changes flags in a remote document that the user edits.
package struct FlagOperations: Sendable {
    /// Returns whether a document is named, so that its flags can be changed; it reads files.
    let isDocumentNamed: @Sendable () -> Bool
    /// Whether the document is a target of publications, which has a history.
    let hasHistory: Bool
    /// Returns the effect of a command on a toggle's flag, without changing anything.
    let preview: @Sendable (ToggleDefinition, FlagCommand) throws(ConsoleError) -> FlagPreview
    /// Carries out a command whose effect was confirmed; it fails if the effect is no longer the same.
    let apply: @Sendable (ToggleDefinition, FlagCommand, FlagPreview) throws(ConsoleError) -> Void

    /// Creates operations.
    package init(
        hasHistory: Bool = false,
        isDocumentNamed: @escaping @Sendable () -> Bool,
        preview: @escaping @Sendable (ToggleDefinition, FlagCommand) throws(ConsoleError) -> FlagPreview,
        apply: @escaping @Sendable (ToggleDefinition, FlagCommand, FlagPreview) throws(ConsoleError) -> Void
    ) {
        self.hasHistory = hasHistory
        self.isDocumentNamed = isDocumentNamed
        self.preview = preview
        self.apply = apply
    }
}

/// A command for one toggle, and what the user is asked to confirm.
struct FlagRequest: Hashable, Sendable {
    var key: String
    var command: FlagCommand
    /// The effect that the user has confirmed; `nil` to ask for it first.
    var confirmed: FlagPreview?
}
#endif
