#if OVERRIDES
import StoreMigration

/// An overview of the client's toggles, and what only the console shows.
@dynamicMemberLookup
struct ConsoleModel: Sendable {
    /// The toggles and their state.
    var overview: ToggleOverview
    /// Whose values these are.
    var origin = ConsoleOrigin.client
    /// A note that the files of an app on a device can't be read anymore, such as `not read since 14:03 UTC`; `nil` while
    /// they can be read.
    var staleness: String?
    /// The original of the local defaults file, if the file is a copy.
    var mirror: (any OverrideMirror)?
    /// The remote document, if it is known.
    var document: ConsoleDocument?
    /// When the document replaced another one while the console was open, in seconds since 1970.
    var documentChanged: Int64?
    /// The app's migration summaries, by the key of their toggle.
    var migrations: [String: MigrationSummary] = [:]

    /// Returns a text with the path of the original instead of that of its copy.
    func shown(_ text: String) -> String { mirror?.shown(text) ?? text }

    /// Returns a property of the overview.
    subscript<Value>(dynamicMember path: KeyPath<ToggleOverview, Value>) -> Value { overview[keyPath: path] }
}
#endif
