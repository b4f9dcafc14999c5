import FeatureToggles
import ForcedUpdates

/// Whom a flag whose variants are an update policy locks out, found out by asking for many made-up people.
struct PolicyFlagReach {
    /// How many people are asked for before a flag that locked all of them counts as one that locks all.
    private static let limit = 20_000

    private let document: FlagDocument
    private let flag: Int
    private let values: AttributeValues

    /// Creates the reach of a flag; `nil` for one that cannot be used, which is told elsewhere.
    init?(key: String, _ definition: JSONValue, evaluators: JSONObject) {
        var root: JSONObject = ["flags": .object([key: definition])]
        if !evaluators.members.isEmpty { root["$evaluators"] = .object(evaluators) }
        guard let document = try? FlagDocument(text: JSONWriter().bytes(.object(root))),
            let flag = document.index(of: key)
        else { return nil }
        self.document = document
        self.flag = flag
        var values = AttributeValues()
        if case .object(let members) = definition, let rule = members["targeting"] {
            values.add(rule, evaluators: evaluators)
        }
        self.values = values
    }

    /// Whether everybody is locked out, and no variant says that it is meant.
    var locksEveryVersion: Bool {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var choices: [(name: String, values: [JSONValue?])] = []
        for (name, found) in values.values.sorted(by: { $0.key < $1.key }) where name != app && name != os {
            // Nobody with nothing first: most rules let those go on.
            choices.append((name, [nil] + found.map { Optional($0) } + [.string("something else")]))
        }
        choices.append((os, versions(os)))
        choices.append((app, versions(app)))
        var left = Self.limit
        var indices = choices.map { _ in 0 }
        while left > 0 {
            var attributes: [String: JSONValue] = [:]
            for (choice, index) in zip(choices, indices) {
                if let value = choice.values[index] { attributes[choice.name] = value }
            }
            for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                left -= 1
                let context = EvaluationContext(targetingKey: "update-policy-\(key)", attributes: attributes)
                let answer = document.evaluate(flag, context: context, timestamp: 0)
                guard let value = answer.value,
                    let policy = UpdatePolicyDocument.read(value, as: .variant).document, !policy.isForAll,
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
    private func versions(_ attribute: String) -> [JSONValue?] {
        let found = (values.values[attribute] ?? []).filter { value in
            if case .string(let text) = value { ComparableVersion(text) != nil } else { false }
        }
        return ["99999.0.0", "0.0.0"] + found.map { Optional($0) }
    }
}
