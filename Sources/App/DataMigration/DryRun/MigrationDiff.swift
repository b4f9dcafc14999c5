/// The differences between two states of the data.
public struct MigrationDiff: Sendable, Hashable {
    /// A changed setting.
    public struct Change: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The previous value; `nil` for a new setting.
        public let old: StoredValue?
        /// The new value; `nil` for a removed setting.
        public let new: StoredValue?
    }

    /// The changed settings, sorted by key, up to the plan's maximum.
    public let changes: [Change]
    /// The number of changed settings that are left out because they exceed the plan's maximum.
    public let omittedChangeCount: Int
    /// The names of the secrets that are set, sorted.
    public let setSecrets: [String]
    /// The names of secrets that are removed, sorted.
    public let removedSecrets: [String]

    /// The values of set secrets; settings with such a value are hidden.
    let secretValues: Set<Secret>

    /// Whether there are no differences.
    public var isEmpty: Bool { changes.isEmpty && setSecrets.isEmpty && removedSecrets.isEmpty }

    /// Compares two states.
    ///
    /// - Parameters:
    ///   - old: The state before.
    ///   - new: The state after.
    ///   - limit: The maximum number of changed settings to keep: the first ones by key.
    init(from old: MigrationDraft, to new: MigrationDraft, limit: Int = .max) {
        let keys = Set(old.values.keys).union(new.values.keys).filter { old[$0] != new[$0] }.sorted()
        changes = keys.prefix(limit).map { Change(key: $0, old: old[$0], new: new[$0]) }
        omittedChangeCount = keys.count - changes.count
        var set: [String] = []
        var removed: [String] = []
        for (name, change) in new.secrets.changes.sorted(by: { $0.key < $1.key })
        where old.secrets.changes[name] != .some(change) {
            if change == nil { removed.append(name) } else { set.append(name) }
        }
        setSecrets = set
        secretValues = Set(new.secrets.changes.values.compactMap { $0 })
        removedSecrets = removed
    }

    /// Returns lines that start with `-` for old values and `+` for new ones.
    ///
    /// - Parameter showsValues: Whether to show values instead of their types. Secrets are never shown, and neither are
    ///   settings that become secrets.
    /// - Returns: The lines, without line breaks.
    public func lines(showsValues: Bool = true) -> [String] {
        lines(showsValues: showsValues, besides: [])
    }

    /// Returns the lines, also without the values of other secrets.
    func lines(showsValues: Bool, besides others: Set<Secret>) -> [String] {
        let hidden = secretValues.union(others)
        func text(_ value: StoredValue) -> String {
            if let secret = value.asSecret, hidden.contains(secret) { return "(becomes a secret)" }
            return showsValues ? value.shortText : "(\(value.kindDescription))"
        }
        var lines: [String] = []
        for change in changes {
            let key = ReportText.escaped(change.key)
            if let old = change.old { lines.append("- \(key) = \(text(old))") }
            if let new = change.new { lines.append("+ \(key) = \(text(new))") }
        }
        if omittedChangeCount > 0 { lines.append("… and \(omittedChangeCount) more") }
        lines += removedSecrets.map { "- secret \(ReportText.escaped($0))" }
        lines += setSecrets.map { "+ secret \(ReportText.escaped($0))" }
        return lines
    }
}

extension StoredValue {
    /// The secret with this value.
    fileprivate var asSecret: Secret? {
        switch self {
        case .string(let text): Secret(text)
        case .data(let bytes): Secret(bytes)
        default: nil
        }
    }

    /// The maximum length of a value in a diff, in characters.
    private static let longestText = 120

    /// The value on one line, truncated if it is long.
    fileprivate var shortText: String {
        var value = self
        // Escapes would only make the end of a long string longer.
        if case .string(let text) = self { value = .string(String(text.prefix(Self.longestText + 1))) }
        let text = ReportText.text(value)
        return text.count <= Self.longestText ? text : text.prefix(Self.longestText) + "…"
    }
}
