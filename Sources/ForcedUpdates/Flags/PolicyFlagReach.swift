package import FeatureToggles

/// Whom a flag whose variants are an update policy locks out, found out by asking for many made-up people.
///
/// Apps and `toggles check` ask the same ones, so that an app follows each lock that was accepted there. Only released versions
/// are asked for: whom a flag lets go on with a prerelease alone is locked out.
package struct PolicyFlagReach: Sendable {
    /// How many people are asked for before a flag that locked all of them counts as one that locks all.
    static let limit = 20_000

    private let document: FlagDocument
    private let flag: Int
    let values: AttributeValues
    /// The policies by variant.
    let policies: [String: UpdatePolicyDocument]

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
        var choices: [MadeUpPeople.Choice] = values.values.sorted { $0.key < $1.key }
            .filter { $0.key != app && $0.key != os }
            // Whoever has nothing first: most rules let those go on.
            .map { MadeUpPeople.Choice($0.key, [nil] + $0.value.map { Optional($0) } + [.string("something else")]) }
        choices.append(MadeUpPeople.Choice(os, versions(os)))
        choices.append(MadeUpPeople.Choice(app, versions(app)))
        var people = MadeUpPeople(choices)
        var left = Self.limit
        while left > 0, let attributes = people.next() {
            guard lock(attributes, at: timestamp, &left) != nil else { return false }
        }
        return true
    }

    /// The lock that everybody with some attributes meets who is told apart by the targeting key alone; `nil` when somebody of
    /// them may go on, or the lock says that it is meant.
    func lock(
        _ attributes: [String: JSONValue],
        at timestamp: Int64,
        _ left: inout Int
    ) -> (variant: String, policy: UpdatePolicyDocument)? {
        var result: (String, UpdatePolicyDocument)?
        for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            left -= 1
            let context = EvaluationContext(targetingKey: "update-policy-\(key)", attributes: attributes)
            let answer = document.evaluate(flag, context: context, timestamp: timestamp)
            guard let variant = answer.variant, let policy = policies[variant], !policy.isForAll,
                policy.verdict(for: context).decision.level.isLock
            else { return nil }
            result = (variant, policy)
        }
        return result
    }

    /// Released versions that make a difference, the newest first.
    func versions(_ attribute: String) -> [JSONValue?] {
        let found = (values.values[attribute] ?? []).filter { value in
            if case .string(let text) = value {
                ComparableVersion(text).map { !$0.isPrerelease } ?? false
            } else {
                false
            }
        }
        let grids = policies.values.map { VersionGrid(of: $0) }
        let others = grids.flatMap { attribute == EvaluationContext.Attribute.appVersion ? $0.app : $0.os }
            .filter { !$0.isPrerelease }
        // So many that all of them are asked with the other attributes, too.
        let named = Set(others.map(\.text)).sorted().prefix(64).map { JSONValue.string($0) }
        return [Self.newest, "0.0.0"] + (found + named).map { Optional($0) }
    }

    /// A version that nothing is newer than.
    static let newest: JSONValue = "99999.0.0"
}
