import FeatureToggles

/// Whom a policy reaches: too many.
extension UpdatePolicyReader {
    mutating func checkReach(of document: UpdatePolicyDocument) {
        guard document.hasDetails, !document.isForAll, document.entries.contains(where: \.level.isLock) else { return }
        let index = UpdatePolicyIndex(document)
        var left = UpdatePolicyIndex.budget
        let everybody = index.entries { $0.attributes.isEmpty }
        if index.locksEveryVersion(of: everybody, &left) ?? true {
            let namesPrerelease = document.entries.contains { $0.appVersions.contains(where: \.namesPrerelease) }
            error(
                document.entries.count == 1 ? [.member("details"), .element(0)] : [.member("details")],
                """
                every \(namesPrerelease ? "released " : "")version of the app is locked out on every version of the system, \
                so that no update helps; name the versions that may not go on, or write "all": true beside ‘details’ if \
                that is meant
                """
            )
            return
        }
        left = UpdatePolicyIndex.budget
        if let entry = index.entryThatLocksNewest(of: everybody, &left) {
            warnOfNewest(document, entry, people: "")
            return
        }
        checkReachOfSome(of: document, index)
    }

    /// The same for each group of people that entries tell apart by other attributes.
    private mutating func checkReachOfSome(of document: UpdatePolicyDocument, _ index: UpdatePolicyIndex) {
        var groups: Set<[String: [JSONValue]]> = []
        var left = UpdatePolicyIndex.budget
        for (number, entry) in document.entries.enumerated() where !entry.attributes.isEmpty && entry.level.isLock {
            guard left > 0, groups.insert(entry.attributes).inserted else { continue }
            left -= document.entries.count
            let entries = index.entries { $0.isAbout(entry.attributes) }
            let people = Self.people(entry.attributes)
            if index.locksEveryVersion(of: entries, &left) == true {
                warning(
                    [.member("details"), .element(number)],
                    """
                    every version of the app is locked out for people with \(people), so that no update helps; name the \
                    versions that may not go on, or write "all": true into the entry if that is meant
                    """
                )
            } else if let entry = index.entryThatLocksNewest(of: entries, &left) {
                warnOfNewest(document, entry, people: " for people with \(people)")
            }
        }
    }

    /// Warns that there is no version to update to.
    private mutating func warnOfNewest(_ document: UpdatePolicyDocument, _ entry: Int, people: String) {
        let path: [Step] = [.member("details"), .element(entry)]
        if document.entries[entry].level == .required {
            warning(
                path,
                """
                the newest version is locked out as well\(people), so that whoever updates is locked out again; end the \
                range, as in ‘<2.0.0’, or write "all": true into the entry if that is meant
                """
            )
        } else {
            warning(
                path,
                """
                the newest version is locked out as well\(people), and every later one until the entry is taken back, also \
                one that would mend it; end the range, as in ‘<2.0.0’, or write "all": true into the entry if that is meant
                """
            )
        }
    }

    /// The attributes of a group, as people write them.
    static func people(_ attributes: [String: [JSONValue]]) -> String {
        attributes.sorted { $0.key < $1.key }.map { name, values in
            let texts = values.prefix(3).map { value in
                if case .string(let text) = value { text } else { JSONWriter().text(value) }
            }
            return "‘\(name)’ \(texts.joined(separator: " or "))\(values.count > 3 ? " or others" : "")"
        }
        .joined(separator: " and ")
    }
}
