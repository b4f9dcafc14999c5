import DocumentSyntax
import ToggleBase

/// A flag of a remote document for people: its definition, and who gets which variant.
package struct FlagSummary: Sendable, Hashable {
    /// The lines of the definition as they are in the document, without the indentation of their place.
    package let definition: [String]
    /// Who gets which variant, one group of users per line, such as `neural 10% · classic 90% of all targeting keys`.
    package let audience: [String]
}

/// The summaries of the flags in a remote document.
package struct FlagSummaries: Sendable {
    /// The text of the document.
    package let bytes: [UInt8]
    /// The definitions by key; of duplicates the last one, as in readers.
    private let flags: [String: LocatedValue]
    /// The shared rules, by name.
    private let evaluators: [String: LocatedValue]

    /// Reads a document; returns `nil` if the text isn't JSON, or isn't a document with flags by key.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Complexity: O(*n*) in the size of the text.
    package init?(_ bytes: [UInt8]) {
        guard let root = try? LocatedReader.read(bytes), let flags = root["flags"]?.value.members else { return nil }
        self.bytes = bytes
        evaluators = root.sharedRules
        self.flags = Dictionary(flags.map { ($0.name, $0.value) }) { $1 }
    }

    /// Returns the summary of a flag, or `nil` if the document doesn't contain it.
    ///
    /// - Complexity: O(*n*) in the size of the definition.
    package subscript(key: String) -> FlagSummary? {
        flags[key].map { FlagSummary(definition: lines(of: $0), audience: Self.audience(of: $0)) }
    }

    /// Returns what changed in a flag since an older document, one fact per line; nothing if it is the same.
    ///
    /// The lines include the groups of users that had something else before.
    ///
    /// - Complexity: O(*n*) in the size of the definitions.
    package func changes(of key: String, since old: FlagSummaries) -> [String] {
        let (before, after) = (old.flags[key]?.json, flags[key]?.json)
        guard before != after else { return [] }
        guard let before else { return ["the flag was added"] }
        guard let after else { return ["the flag was removed"] }
        let lines = DefinitionChanges(from: before, to: after, haveSameSharedRules: true).sentences
        let audience = self[key]?.audience ?? []
        return lines + (old[key]?.audience ?? []).filter { !audience.contains($0) }.map { "before: \($0)" }
    }

    /// Returns the attributes that the rules of flags read.
    ///
    /// - Parameters:
    ///   - keys: The keys of the flags; unknown ones and disabled flags are ignored.
    ///   - countsShares: Whether shares that name no attribute count as reading the targeting key.
    /// - Returns: The names; of nested attributes, only the outer name.
    /// - Complexity: O(*n*) in the size of the definitions.
    package func attributes(of keys: [String], countsShares: Bool = true) -> Set<String> {
        var names: Set<String> = []
        for key in Set(keys) {
            guard let flag = flags[key], flag["state"]?.value.string != "DISABLED",
                let rule = flag["targeting"]?.value
            else { continue }
            for rule in [rule] + rule.references.compactMap({ evaluators[$0] }) {
                names.formUnion(rule.attributes.map { String($0.prefix { $0 != "." }) })
                // Shares without a bucketing begin with a share.
                let shares = rule.operations(named: "fractional")
                if countsShares, shares.contains(where: { $0.value.elements?.first?.elements != nil }) {
                    names.insert("targetingKey")
                }
            }
        }
        return names
    }

    // MARK: - Definition

    /// Returns the lines of a value, without the indentation of the line in which it ends.
    private func lines(of value: LocatedValue) -> [String] {
        let text = String(decoding: bytes[value.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let indentation = lines.count > 1 ? lines[lines.count - 1].prefix { $0 == " " || $0 == "\t" } : ""
        return lines.map { String($0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0[...]) }
    }

    // MARK: - Audience

    private static func audience(of flag: LocatedValue) -> [String] {
        guard flag["state"]?.value.string != "DISABLED" else {
            return ["disabled: all users get \(FlagOperator.codeDefault)"]
        }
        let fallback = flag["defaultVariant"]?.value.string ?? FlagOperator.codeDefault
        return lines(LocatedRule(targeting: flag["targeting"]?.value), fallback: fallback, to: "all users")
    }

    /// Returns the lines of a rule; the reader limits its depth.
    private static func lines(_ rule: LocatedRule, fallback: String, to users: String) -> [String] {
        switch rule {
        case .none: return ["\(fallback) for \(users)"]
        case .variant(let name, _): return ["\(name) for \(users)"]
        case .shares(let shares): return [line(shares, fallback: fallback, of: users)]
        case .killed(let kill):
            return ["switched off: \(kill.variant) for all users, until `toggles restore` brings the rule back"]
        case .foreign(let value): return ["depends on \(RuleText(value))"]
        case .conditions(let conditions):
            var lines: [String] = []
            for (condition, result) in zip(conditions.conditions, conditions.consequences) {
                let users = "users with \(RuleText(condition: condition))"
                lines += Self.lines(LocatedRule(result: result), fallback: fallback, to: users)
            }
            return lines + Self.lines(conditions.otherwise, fallback: fallback, to: "all other users")
        }
    }

    private static func line(_ shares: LocatedShares, fallback: String, of users: String) -> String {
        let line = shares.line
        guard line.total > 0 else { return "\(fallback) for \(users)" }
        let whole =
            shares.isByTargetingKey
            ? users == "all users" ? "all targeting keys" : users
            : "\(users), by \(shares.bucketing.map { RuleText($0).description } ?? "")"
        return "\(line.shareTexts.joined(separator: " · ")) of \(whole)"
    }
}

extension LocatedShares {
    /// Whether the targeting key determines a user's bucket, on its own or with a salt.
    fileprivate var isByTargetingKey: Bool {
        guard let bucketing else { return true }
        let attributes = bucketing.attributes
        return attributes == ["targetingKey"] || attributes.isEmpty
    }
}
