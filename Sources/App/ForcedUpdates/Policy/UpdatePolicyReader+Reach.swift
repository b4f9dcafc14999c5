import FeatureToggles
package import ToggleBase

/// Checks of the users that a policy locks out.
extension UpdatePolicyReader {
    mutating func checkReach(of document: UpdatePolicyDocument) {
        guard document.hasDetails, !document.isForAll, document.entries.contains(where: \.level.isLock) else { return }
        let index = UpdatePolicyIndex(document)
        let unconditional = index.entries { $0.attributes.isEmpty }
        if index.locksEveryVersion(of: unconditional, requiringUnaccepted: true, &left) ?? true {
            let namesPrerelease = document.entries.contains { $0.appVersions.contains(where: \.namesPrerelease) }
            error(
                document.entries.count == 1 ? [.member("details"), .element(0)] : [.member("details")],
                """
                every \(namesPrerelease ? "released " : "")version of the app is locked out on every version of the system, \
                so no update helps; name the versions to lock out, or write "all": true beside ‘details’, or \
                into each entry that locks the newest version, if that is intended
                """
            )
            return
        }
        guard reportsWarnings else { return }
        left = UpdatePolicyIndex.budget
        if let entry = index.entryThatLocksNewest(of: unconditional, &left) {
            warnOfNewest(document, entry, people: "")
            return
        }
        checkReachOfSome(of: document, index)
    }

    /// The attributes that an update changes.
    ///
    /// If only these differ, an update helps.
    package static let changing: Set<String> = [
        EvaluationContext.Attribute.appBuild, EvaluationContext.Attribute.appVersion,
        EvaluationContext.Attribute.osVersion,
    ]

    /// Checks each group of users that entries distinguish by other attributes.
    private mutating func checkReachOfSome(of document: UpdatePolicyDocument, _ index: UpdatePolicyIndex) {
        left = UpdatePolicyIndex.budget
        let attributes = document.entries.map { $0.attributes.mapValues { Set($0) } }
        var groups: Set<[String: Set<JSONValue>]> = []
        for (number, entry) in document.entries.enumerated() where entry.level.isLock && !entry.isForAll {
            let group = attributes[number]
            guard left > 0, !group.isEmpty, !group.keys.contains(where: Self.changing.contains),
                groups.insert(group).inserted
            else { continue }
            let indices = attributes.indices.filter { isAbout(group, attributes[$0]) }
            guard left > 0 else { return }
            let entries = index.entries(indices)
            if index.locksEveryVersion(of: entries, requiringUnaccepted: true, &left) ?? false {
                warning(
                    [.member("details"), .element(number)],
                    """
                    every version of the app is locked out for people with \(Self.people(entry.attributes)), so no update helps; name the versions to lock out, or write "all": true into the entry if that is intended
                    """
                )
            } else if let found = index.entryThatLocksNewest(of: entries, &left) {
                warnOfNewest(document, found, people: " for people with \(Self.people(entry.attributes))")
            }
        }
    }

    /// Returns whether an entry matches all users of a group; each comparison counts.
    private mutating func isAbout(_ group: [String: Set<JSONValue>], _ own: [String: Set<JSONValue>]) -> Bool {
        left -= 1
        return own.allSatisfy { name, values in
            left -= 1
            guard let others = group[name], others.count <= values.count else { return false }
            for other in others {
                guard left > 0 else { return false }
                left -= 1
                guard values.contains(other) else { return false }
            }
            return true
        }
    }

    /// Warns that there is no version to update to.
    private mutating func warnOfNewest(_ document: UpdatePolicyDocument, _ entry: Int, people: String) {
        let path: [Step] = [.member("details"), .element(entry)]
        if document.entries[entry].level == .required {
            warning(
                path,
                """
                the newest version is locked out as well\(people), so users who update are locked out again; end the \
                range, as in ‘<2.0.0’, or write "all": true into the entry if that is intended
                """
            )
        } else {
            warning(
                path,
                """
                the newest version is locked out as well\(people), and every later one until the entry is removed, even one with a fix; end the range, as in ‘<2.0.0’, or write "all": true into the entry if that is intended
                """
            )
        }
    }

    /// Describes the attributes of a group.
    package static func people(_ attributes: [String: [JSONValue]]) -> String {
        attributes.sorted { $0.key < $1.key }.map { name, values in
            let texts = values.prefix(3).map { value in
                if case .string(let text) = value { text } else { JSONWriter().text(value) }
            }
            return "‘\(name)’ \(texts.joined(separator: " or "))\(values.count > 3 ? " or others" : "")"
        }
        .joined(separator: " and ")
    }
}
