import DocumentSyntax
import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// A rule for people, such as `appVersion >= 2.2.0 and country in [DE, FR]`.
///
/// Operators without a short form are shown as JSON, and long texts are cut off.
///
/// A comparison of an attribute reads as if it were met only by users who have the attribute. In JsonLogic, a missing
/// one is `null`, which is less than 18 and different from every country. A condition says so where users without the
/// attribute meet it: `age < 18 (or without age)`.
struct RuleText: CustomStringConvertible {
    private(set) var description = ""
    /// The attributes without which users meet a comparison of the condition.
    private(set) var unneeded: Set<String> = []
    /// Whether users who meet the rule have something else than the others.
    private let isCondition: Bool
    /// The number of comparisons that can still be evaluated; a text that isn't cut off has fewer.
    private var remaining = 1_000

    /// The maximum number of characters of the text.
    private static let limit = 160

    /// Describes a rule, or a part of one; the reader limits its depth.
    init(_ rule: LocatedValue) {
        self.init(rule, isCondition: false, limit: Self.limit)
    }

    /// Describes a condition.
    init(condition rule: LocatedValue, limit: Int = Self.limit) {
        self.init(rule, isCondition: true, limit: limit)
    }

    private init(_ rule: LocatedValue, isCondition: Bool, limit: Int) {
        self.isCondition = isCondition
        let text = text(rule, [])
        description = text.count <= limit ? text : "\(text.prefix(limit - 1))…"
    }

    // MARK: - Logic

    /// Returns the text of a rule.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - needed: The attributes without which users don't meet the condition that the rule is a part of.
    /// - Returns: The text.
    private mutating func text(_ rule: LocatedValue, _ needed: Set<String>) -> String {
        guard let operation = rule.operation, let known = RuleOperator.all[operation.name], known.isLogic,
            let word = known.word
        else { return comparison(rule, needed) }
        let operands = operation.value.operands
        switch (known.arguments, operands.count) {
        case (.single, 1):
            let part = text(operands[0], needed)
            return operands[0].variable() == nil ? "\(word) (\(part))" : "\(word) \(part)"
        case (.single, _), (_, 0): return comparison(rule, needed)
        default: break
        }
        var needed = needed
        if word == "and" {
            // Users without these don't meet the comparisons as they read.
            for operand in operands.prefix(Self.limit) where !Self.isLogic(operand) {
                if let missing = missing(operand), !missing.isMet { needed.insert(missing.name) }
            }
        }
        return operands.map { operand in
            let part = text(operand, needed)
            let inner = operand.operation.flatMap { RuleOperator.all[$0.name] }
            return operands.count > 1 && inner?.isJunction == true ? "(\(part))" : part
        }
        .joined(separator: " \(word) ")
    }

    private static func isLogic(_ rule: LocatedValue) -> Bool {
        let known = rule.operation.flatMap { RuleOperator.all[$0.name] }
        return known?.isLogic == true && known?.word != nil
    }

    /// Returns the text of a rule that isn't a combination of others, with the users that it doesn't name.
    private mutating func comparison(_ rule: LocatedValue, _ needed: Set<String>) -> String {
        let text = Self.plain(rule)
        guard isCondition else { return text }
        let names = rule.attributes.subtracting(needed)
        if let missing = missing(rule) {
            // A comparison with null says so itself.
            let comparesNull = rule.operation?.value.operands.contains(where: \.isNull) ?? false
            guard missing.isMet, !comparesNull, names.contains(missing.name) else { return text }
            unneeded.insert(missing.name)
            return "\(text) (or without \(missing.name))"
        }
        return names.isEmpty ? text : "\(text) (or perhaps without \(names.sorted().joined(separator: " or ")))"
    }

    /// Returns the only thing that a rule depends on, if it's an attribute, and whether users without it meet the rule.
    private mutating func missing(_ rule: LocatedValue) -> (name: String, isMet: Bool)? {
        let attributes = rule.attributes
        guard isCondition, remaining > 0, rule.references.isEmpty, attributes.count == 1, let name = attributes.first,
            rule.variables.subtracting([""]) == attributes,
            rule.operations(named: "var").allSatisfy({ $0.value.operands.first?.string != nil })
        else { return nil }
        remaining -= 1
        let flag: JSONValue = [
            "state": "ENABLED", "variants": ["met": true], "targeting": ["if": [rule.json, "met"]],
        ]
        let text = JSONWriter().text(["flags": ["flag": flag]])
        let document = try? FlagDocument(text: Array(text.utf8))
        let answer = document?.evaluate(0, context: EvaluationContext(), timestamp: 0)
        return (name, answer?.variant == "met")
    }

    // MARK: - Values

    private static func plain(_ rule: LocatedValue) -> String {
        if let name = rule.reference { return "the shared rule \(name)" }
        guard let operation = rule.operation else { return value(rule) }
        let operands = operation.value.operands
        let known = RuleOperator.all[operation.name]
        switch (known?.arguments, operands.count) {
        case (.variable, 1...2): if let name = rule.variable(), !name.isEmpty { return name }
        case (.version, 3):
            if let name = operands[1].string {
                return "\(plain(operands[0])) \(name == "=" ? "==" : name) \(plain(operands[2]))"
            }
        case (_, 2): if let word = known?.word { return "\(plain(operands[0])) \(word) \(plain(operands[1]))" }
        default: break
        }
        return JSONWriter().text(rule.json)
    }

    /// Returns a value, with quotation marks only around text that would be ambiguous without.
    private static func value(_ value: LocatedValue) -> String {
        if let elements = value.elements { return "[\(elements.map(plain).joined(separator: ", "))]" }
        guard let text = value.string else { return JSONWriter().text(value.json) }
        let isPlain =
            !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-@".contains($0) }
            && (try? JSONReader(maximumDepth: 1).value(from: text)) == nil
        return isPlain ? text : JSONWriter().text(.string(text))
    }
}
