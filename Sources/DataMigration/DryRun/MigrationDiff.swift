/// What is different between data before and after.
public struct MigrationDiff: Sendable, Hashable {
    /// One setting that is different.
    public struct Change: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value before; `nil` when there was none.
        public let old: StoredValue?
        /// The value after; `nil` when there is none.
        public let new: StoredValue?
    }

    /// The settings that are different, sorted by key.
    public let changes: [Change]
    /// The names of secrets that are set, sorted.
    public let setSecrets: [String]
    /// The names of secrets that are removed, sorted.
    public let removedSecrets: [String]

    /// What secrets are set to: no setting that holds one is shown.
    let secretValues: Set<Secret>

    /// Whether nothing is different.
    public var isEmpty: Bool { changes.isEmpty && setSecrets.isEmpty && removedSecrets.isEmpty }

    init(from old: MigrationDraft, to new: MigrationDraft) {
        let keys = Set(old.settings.keys).union(new.settings.keys).sorted()
        changes = keys.compactMap { key in
            let (before, after) = (old[key], new[key])
            return before == after ? nil : Change(key: key, old: before, new: after)
        }
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

    /// The difference as lines that begin with `-` for what was and `+` for what will be.
    ///
    /// - Parameter showsValues: Whether values are shown; otherwise their kinds are. Secrets are never shown, nor are
    ///   settings that become one.
    /// - Returns: The lines, without line breaks in them.
    public func lines(showsValues: Bool = true) -> [String] {
        lines(showsValues: showsValues, besides: [])
    }

    /// The difference as lines, without the values of other secrets, too.
    func lines(showsValues: Bool, besides others: Set<Secret>) -> [String] {
        let hidden = secretValues.union(others)
        func text(_ value: StoredValue) -> String {
            if let secret = value.asSecret, hidden.contains(secret) { return "(becomes a secret)" }
            return showsValues ? value.shortText : "(\(value.kindDescription))"
        }
        var lines: [String] = []
        for change in changes {
            let key = JSONLine.escaped(change.key)
            if let old = change.old { lines.append("- \(key) = \(text(old))") }
            if let new = change.new { lines.append("+ \(key) = \(text(new))") }
        }
        lines += removedSecrets.map { "- secret \(JSONLine.escaped($0))" }
        lines += setSecrets.map { "+ secret \(JSONLine.escaped($0))" }
        return lines
    }
}

extension StoredValue {
    /// The secret that this value would be.
    fileprivate var asSecret: Secret? {
        switch self {
        case .string(let text): Secret(text)
        case .data(let bytes): Secret(bytes)
        default: nil
        }
    }

    /// The longest text of a value in a diff, in characters.
    private static let longestText = 120

    /// The value on one line, cut off when it is long.
    fileprivate var shortText: String {
        let text = JSONLine.text(self)
        return text.count <= Self.longestText ? text : text.prefix(Self.longestText) + "…"
    }
}
