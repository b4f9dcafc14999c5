import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleBase

/// A condition as people read it: of the users without an attribute, only those that the text names meet a comparison.
indirect enum SaidCondition {
    case comparison(String, isMetWithout: String?)
    case not(SaidCondition)
    case all([SaidCondition])
    case any([SaidCondition])

    /// Reads a text.
    init(_ text: String) throws {
        var rest = text[...]
        self = try Self.junction(&rest)
        try #require(rest.isEmpty, "\(text): \(rest)")
    }

    private static func junction(_ rest: inout Substring) throws -> SaidCondition {
        var terms = [try term(&rest)]
        for (word, isAll) in [(" and ", true), (" or ", false)] {
            while consume(word, &rest) { terms.append(try term(&rest)) }
            if terms.count > 1 { return isAll ? .all(terms) : .any(terms) }
        }
        return terms[0]
    }

    private static func term(_ rest: inout Substring) throws -> SaidCondition {
        let isNegated = consume("not ", &rest)
        if consume("(", &rest) {
            let inner = try junction(&rest)
            try #require(consume(")", &rest))
            return isNegated ? .not(inner) : inner
        }
        var text = ""
        var isQuoted = false
        while let first = rest.first {
            if first == "\"" { isQuoted.toggle() }
            if !isQuoted, first == ")" || [" and ", " or ", " (or without "].contains(where: rest.hasPrefix) { break }
            text.append(rest.removeFirst())
        }
        var unneeded: String?
        if consume(" (or without ", &rest) {
            let name = rest.prefix { $0 != ")" }
            rest = rest.dropFirst(name.count + 1)
            unneeded = String(name)
        }
        let comparison = SaidCondition.comparison(text, isMetWithout: unneeded)
        return isNegated ? .not(comparison) : comparison
    }

    private static func consume(_ word: String, _ rest: inout Substring) -> Bool {
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    /// Returns whether the text says that users meet the condition.
    ///
    /// - Parameters:
    ///   - context: The users.
    ///   - comparisons: The comparisons by their text.
    /// - Returns: What the text says.
    /// - Throws: An error if the text has an unknown comparison.
    func isMet(by context: EvaluationContext, _ comparisons: [String: GeneratedComparison]) throws -> Bool {
        switch self {
        case .not(let condition): return try !condition.isMet(by: context, comparisons)
        case .all(let conditions): return try conditions.allSatisfy { try $0.isMet(by: context, comparisons) }
        case .any(let conditions): return try conditions.contains { try $0.isMet(by: context, comparisons) }
        case .comparison(let text, let unneeded):
            let comparison = try #require(comparisons[text], "\(text)")
            #expect(unneeded == nil || unneeded == comparison.attribute)
            // A comparison with null says so itself.
            guard context.has(comparison.attribute) || text.hasSuffix(" null") else { return unneeded != nil }
            return comparison.evaluator.isMet(by: context)
        }
    }
}

extension EvaluationContext {
    /// Whether users have an attribute, which can be a member of another one.
    fileprivate func has(_ attribute: String) -> Bool {
        if attribute == "targetingKey" { return targetingKey != nil }
        let value = JSONValue.object(JSONObject(attributes.map { JSONObject.Member(name: $0.key, value: $0.value) }))
        let found = attribute.split(separator: ".").reduce(value) { value, name in
            if case .object(let object) = value { object[String(name)] ?? .null } else { .null }
        }
        return found != .null
    }
}

/// A condition as clients evaluate it.
struct EvaluatedCondition {
    private let document: FlagDocument

    init(_ rule: JSONValue) throws {
        let flag: JSONValue = ["state": "ENABLED", "variants": ["met": true], "targeting": ["if": [rule, "met"]]]
        document = try FlagDocument(text: JSONWriter().bytes(["flags": ["flag": flag]]))
    }

    func isMet(by context: EvaluationContext) -> Bool {
        document.evaluate(0, context: context, timestamp: 0).variant == "met"
    }
}

/// A comparison of an attribute with constants.
struct GeneratedComparison {
    let attribute: String
    let rule: JSONValue
    let evaluator: EvaluatedCondition

    static let attributes = ["age", "country", "user.plan", "targetingKey"]
    static let values: [JSONValue] = [
        -3, -1, 0, 1, 18, 0.5, -0.5, true, false, "", "0", "DE", "x", "2.0.0", "1.5.0-beta.1", .array([]), ["DE"],
        ["x", 0],
    ]

    init(_ attribute: String, _ rule: JSONValue) throws {
        (self.attribute, self.rule) = (attribute, rule)
        evaluator = try EvaluatedCondition(rule)
    }

    /// Creates a random comparison.
    init(using random: inout SeededRandom) throws {
        let attribute = Self.attributes.randomElement(using: &random) ?? ""
        let variable: JSONValue =
            Int.random(in: 0..<6, using: &random) > 0
            ? ["var": .string(attribute)]
            : ["var": [.string(attribute), Self.values.randomElement(using: &random) ?? .null]]
        let value = Self.values.randomElement(using: &random) ?? .null
        let name = ["==", "!=", "===", "!==", "<", "<=", ">", ">="].randomElement(using: &random) ?? ""
        let version = ["=", "!=", "<", "<=", ">", ">=", "~", "^"].randomElement(using: &random) ?? ""
        let rules: [JSONValue] = [
            .object([name: [variable, value]]), .object([name: [value, variable]]),
            .object([name: [variable, value]]), ["sem_ver": [variable, .string(version), "2.0.0"]],
            ["in": [variable, ["DE", 0, "x"]]], ["in": ["x", variable]], ["starts_with": [variable, "D"]],
            ["ends_with": [variable, "E"]], ["starts_with": [variable, ""]],
            ["none": [variable, ["==": [["var": ""], "x"]]]], ["all": [variable, ["==": [["var": ""], "x"]]]],
            ["==": [["%": [variable, 2]], 0]], ["!!": variable], ["<": [["+": [variable, 1]], 5]], variable,
        ]
        try self.init(attribute, rules.randomElement(using: &random) ?? .null)
    }

    /// Creates users with and without each of the attributes.
    static func contexts(using random: inout SeededRandom) -> [EvaluationContext] {
        (0..<40).map { number in
            var values: [String: JSONValue] = [:]
            for name in ["age", "country", "plan"] where Bool.random(using: &random) {
                values[name] = number < 4 ? .null : Self.values.randomElement(using: &random)
            }
            if let plan = values.removeValue(forKey: "plan") { values["user"] = ["plan": plan] }
            return EvaluationContext(targetingKey: Bool.random(using: &random) ? "DE" : nil, attributes: values)
        }
    }
}
