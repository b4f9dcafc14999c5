package import FeatureToggles

/// Whom a flag whose variants are an update policy locks out, found out by asking for many made-up people.
///
/// Apps and `toggles check` ask the same ones, so that an app follows each lock that was accepted there.
package struct PolicyFlagReach: Sendable {
    /// How many people are asked for before a flag that locked all of them counts as one that locks all.
    private static let limit = 20_000

    private let document: FlagDocument
    private let flag: Int
    private let values: AttributeValues
    /// The policies by variant.
    private let policies: [String: UpdatePolicyDocument]

    /// Creates the reach of a flag by its definition; `nil` for one that cannot be used, which is told elsewhere.
    package init?(key: String, _ definition: JSONValue, evaluators: JSONObject, schemes: Set<String>) {
        var root: JSONObject = ["flags": .object([key: definition])]
        if !evaluators.members.isEmpty { root["$evaluators"] = .object(evaluators) }
        guard let document = try? FlagDocument(text: JSONWriter().bytes(.object(root))) else { return nil }
        self.init(key: key, of: document, definition, evaluators, schemes)
    }

    /// Creates the reach of a flag of a document; `nil` for one that cannot be used.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package init?(key: String, of document: FlagDocument, schemes: Set<String>) {
        guard case .object(let root)? = try? JSONReader().value(from: document.text),
            case .object(let flags)? = root["flags"], let definition = flags[key]
        else { return nil }
        var evaluators = JSONObject()
        if case .object(let shared)? = root["$evaluators"] { evaluators = shared }
        self.init(key: key, of: document, definition, evaluators, schemes)
    }

    private init?(
        key: String,
        of document: FlagDocument,
        _ definition: JSONValue,
        _ evaluators: JSONObject,
        _ schemes: Set<String>
    ) {
        guard let flag = document.index(of: key) else { return nil }
        self.document = document
        self.flag = flag
        var values = AttributeValues()
        var policies: [String: UpdatePolicyDocument] = [:]
        if case .object(let members) = definition {
            if let rule = members["targeting"] { values.add(rule, evaluators: evaluators) }
            if case .object(let variants)? = members["variants"] {
                for variant in variants.members {
                    let reading = UpdatePolicyDocument.read(variant.value, as: .variant, schemes: schemes)
                    policies[variant.name] = reading.document
                }
            }
        }
        (self.values, self.policies) = (values, policies)
    }

    /// Whether the answer may be another one at another time.
    package var dependsOnTime: Bool { values.looksAtTime }

    /// Whether everybody is locked out, and no variant says that it is meant.
    ///
    /// - Parameter timestamp: The time in seconds since 1970, which rules may look at.
    /// - Returns: Whether nobody of those who were made up may go on.
    package func locksEveryVersion(at timestamp: Int64) -> Bool {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var choices: [(path: [String], values: [JSONValue?])] = []
        for (name, found) in values.values.sorted(by: { $0.key < $1.key }) where name != app && name != os {
            // Nobody with nothing first: most rules let those go on.
            let path = name.split(separator: ".").map(String.init)
            choices.append((path, [nil] + found.map { Optional($0) } + [.string("something else")]))
        }
        let grids = policies.values.map { VersionGrid(of: $0) }
        choices.append(([os], versions(os, besides: grids.flatMap(\.os))))
        choices.append(([app], versions(app, besides: grids.flatMap(\.app))))
        var left = Self.limit
        var indices = choices.map { _ in 0 }
        while left > 0 {
            var root = JSONObject()
            for (choice, index) in zip(choices, indices) {
                if let value = choice.values[index] { AttributeValues.set(value, at: choice.path[...], in: &root) }
            }
            let attributes = Dictionary(root.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                left -= 1
                let context = EvaluationContext(targetingKey: "update-policy-\(key)", attributes: attributes)
                let answer = document.evaluate(flag, context: context, timestamp: timestamp)
                guard let variant = answer.variant, let policy = policies[variant], !policy.isForAll,
                    policy.verdict(for: context).decision.level.isLock
                else { return false }
            }
            // The next combination, counting with the app's version as the last digit.
            var digit = choices.count - 1
            while digit >= 0 {
                indices[digit] += 1
                if indices[digit] < choices[digit].values.count { break }
                indices[digit] = 0
                digit -= 1
            }
            if digit < 0 { return true }
        }
        return true
    }

    /// Versions that make a difference, the newest first; the rule's constants have other texts among them.
    private func versions(_ attribute: String, besides others: [ComparableVersion]) -> [JSONValue?] {
        let found = (values.values[attribute] ?? []).filter { value in
            if case .string(let text) = value { ComparableVersion(text) != nil } else { false }
        }
        // So many that all of them are asked with the other attributes, too.
        let named = Set(others.map(\.text)).sorted().prefix(64).map { JSONValue.string($0) }
        return ["99999.0.0", "0.0.0"] + (found + named).map { Optional($0) }
    }
}
