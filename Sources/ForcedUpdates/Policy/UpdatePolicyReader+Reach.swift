import FeatureToggles

/// Whom a policy reaches: too many.
extension UpdatePolicyReader {
    mutating func checkReach(of document: UpdatePolicyDocument) {
        guard document.hasDetails else { return }
        let grid = VersionGrid(of: document)
        if document.locksEveryVersion(grid), !document.isForAll {
            error(
                document.entries.count == 1 ? [.member("details"), .element(0)] : [.member("details")],
                """
                every version of the app is locked out on every version of the system, so that no update helps; name the \
                versions that may not go on, or write "all": true beside ‘details’ if that is meant
                """
            )
            return
        }
        guard !document.isForAll else { return }
        var left = UpdatePolicyDocument.reachBudget
        let everybody = document.entriesAbout([:])
        if let index = document.entryThatLocksUpdates(grid, of: everybody, &left) {
            warning(
                [.member("details"), .element(index)],
                """
                the newest version is locked out as well, so that whoever updates is locked out again; end the range, as \
                in ‘<2.0.0’
                """
            )
            return
        }
        checkReachOfSome(of: document, grid)
    }

    /// The same for each group of people that entries tell apart by other attributes.
    private mutating func checkReachOfSome(of document: UpdatePolicyDocument, _ grid: VersionGrid) {
        var groups: Set<[String: [JSONValue]]> = []
        var left = UpdatePolicyDocument.reachBudget
        for (index, entry) in document.entries.enumerated() where !entry.attributes.isEmpty && entry.level.isLock {
            guard left > 0, groups.insert(entry.attributes).inserted else { continue }
            left -= document.entries.count
            let indices = document.entriesAbout(entry.attributes)
            let people = Self.people(entry.attributes)
            if document.locksEveryVersion(grid, of: indices, &left) == true {
                warning(
                    [.member("details"), .element(index)],
                    """
                    every version of the app is locked out for people with \(people), so that no update helps; name the \
                    versions that may not go on, or write "all": true into the entry if that is meant
                    """
                )
            } else if let entry = document.entryThatLocksUpdates(grid, of: indices, &left) {
                warning(
                    [.member("details"), .element(entry)],
                    """
                    the newest version is locked out as well for people with \(people), so that whoever updates is locked \
                    out again; end the range, as in ‘<2.0.0’
                    """
                )
            }
        }
    }

    /// The attributes of a group, as people write them.
    private static func people(_ attributes: [String: [JSONValue]]) -> String {
        attributes.sorted { $0.key < $1.key }.map { name, values in
            let texts = values.prefix(3).map { value in
                if case .string(let text) = value { text } else { JSONWriter().text(value) }
            }
            return "‘\(name)’ \(texts.joined(separator: " or "))\(values.count > 3 ? " or others" : "")"
        }
        .joined(separator: " and ")
    }
}
