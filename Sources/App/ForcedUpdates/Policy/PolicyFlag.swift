import FeatureToggles
package import FeatureTogglesRemote
package import ToggleBase

/// A flag whose variants are update policies.
///
/// ``locksEveryVersion(at:)`` follows from the text of the rule, without evaluating it for sample users:
///
/// - Comparisons of `appVersion` with constants are decided for each version that the rule or a policy names, for the
///   releases around them, and for a version that is newer than all of them.
/// - Comparisons of `$flagd.timestamp` with numbers are decided for the given time.
/// - Every other condition counts as possibly true and possibly false, independently of other conditions.
///
/// So a flag that lets anyone with a released version continue is never mistaken for a lockout.
package final class PolicyFlag: Sendable {
    /// The policies by variant, without those that apps don't accept.
    package let policies: [String: UpdatePolicyDocument]
    /// The policies that depend on the user, by variant, ready to be evaluated for many versions.
    private let indices: [String: UpdatePolicyIndex]
    private let isEnabled: Bool
    private let defaultVariant: String?
    private let rule: JSONValue
    fileprivate let evaluators: [String: JSONValue]
    /// The released versions for which the rule is walked; `nil` stands for all versions.
    private let versions: [AppVersion?]
    private let newest: AppVersion

    /// The maximum number of steps for walking a rule for each version; a longer rule is walked once for all versions.
    private static let limit = 200_000

    /// Creates a flag from its definition, or returns `nil` if the definition isn't an object.
    ///
    /// - Parameters:
    ///   - definition: The flag.
    ///   - evaluators: The shared rules by name.
    ///   - schemes: The allowed schemes of links, in lower case.
    /// - Complexity: O(*n* log *n*) in the size of the definition and the shared rules.
    package init?(_ definition: JSONValue, evaluators: [String: JSONValue], schemes: Set<String>) {
        guard case .object(let members) = definition else { return nil }
        var policies: [String: UpdatePolicyDocument] = [:]
        if case .object(let variants)? = members["variants"] {
            for variant in variants.members {
                policies[variant.name] =
                    UpdatePolicyDocument.accept(variant.value, as: .variant, schemes: schemes).document
            }
        }
        self.policies = policies
        indices = policies.filter(\.value.dependsOnUser).mapValues { UpdatePolicyIndex($0) }
        isEnabled = members["state"] == "ENABLED"
        defaultVariant = if case .string(let name)? = members["defaultVariant"] { name } else { nil }
        rule = members["targeting"] ?? .null
        self.evaluators = evaluators
        var named = NamedVersions(policies.values)
        named.add(rule, evaluators: evaluators)
        newest = named.newest.version
        let isShort = (named.numbers.count + 2) * (2 * named.count + 2) * named.size <= Self.limit
        versions = isShort ? named.releases : [nil]
    }

    /// Creates a flag of a document, or returns `nil` if the document doesn't contain it.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the document.
    package convenience init?(key: String, of document: FlagDocument, schemes: Set<String>) {
        guard case .object(let root)? = try? JSONReader().value(from: document.text),
            case .object(let flags)? = root["flags"], let definition = flags[key]
        else { return nil }
        var evaluators: [String: JSONValue] = [:]
        if case .object(let shared)? = root["$evaluators"] {
            evaluators = Dictionary(shared.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        }
        self.init(definition, evaluators: evaluators, schemes: schemes)
    }

    /// Returns whether the flag locks out every released version, and the newest one by a lock that isn't marked as
    /// intended with `"all": true`.
    ///
    /// - Parameter timestamp: The time in seconds since 1970.
    /// - Returns: Whether the locks of the flag must be ignored, except for intended ones.
    /// - Complexity: O(*n*) in the size of the rule, or O(*n* · *v*) if *v* versions are few enough.
    package func locksEveryVersion(at timestamp: Int64) -> Bool {
        guard isEnabled else { return false }
        func locks(_ version: AppVersion?, isNewest: Bool) -> [UpdatePolicyIndex.Lock?] {
            var walk = RuleWalk(evaluators, version: version, isNewest: isNewest, timestamp: timestamp)
            return walk.results(of: rule).map { lock(of: $0, for: version) }
        }
        return versions.allSatisfy { !locks($0, isNewest: false).contains(nil) }
            && locks(newest, isNewest: true).contains(.unaccepted)
    }

    /// Returns how a result of the rule locks out a version, or `nil` if it lets some users continue.
    private func lock(of result: RuleWalk.Result, for version: AppVersion?) -> UpdatePolicyIndex.Lock? {
        let name: String?
        switch result {
        case .variant(let variant): name = variant
        case .byDefault: name = defaultVariant
        case .unknown: return nil
        }
        guard let name, let policy = policies[name] else { return nil }
        if let index = indices[name] {
            guard let version else { return policy.hasDetails && policy.locksEveryVersion ? .accepted : nil }
            return index.lock(of: version)
        }
        guard let entry = policy.entries.first, entry.level.isLock else { return nil }
        return policy.isForAll ? .accepted : .unaccepted
    }
}

extension UpdatePolicyDocument {
    /// Whether the policy decides differently for different users.
    fileprivate var dependsOnUser: Bool {
        hasDetails
            || entries.contains { !$0.appVersions.isEmpty || !$0.osVersions.isEmpty || !$0.attributes.isEmpty }
    }
}

/// The versions that a rule and policies name.
private struct NamedVersions {
    private(set) var numbers: Set<ReleaseNumbers> = []
    /// The count of numbers that versions have.
    private(set) var count = ReleaseNumbers.usualCount
    /// Texts of versions, which rules can compare as strings.
    private var texts: Set<String> = []
    /// The number of values in the rule.
    private(set) var size = 1
    private var added: Set<String> = []

    init(_ policies: some Collection<UpdatePolicyDocument>) {
        for policy in policies where policy.dependsOnUser {
            let versions = policy.entries.flatMap(\.appVersions).flatMap(\.boundaries).map(\.version)
            numbers.formUnion(versions.map { ReleaseNumbers($0) })
            count = max(count, ReleaseNumbers.count(of: versions))
            size += policy.entries.count
        }
    }

    /// Adds the versions in a rule, whose nesting depth the reader limits.
    ///
    /// Texts with more than three numbers don't count: `sem_ver` doesn't accept them, and they can be addresses.
    mutating func add(_ rule: JSONValue, evaluators: [String: JSONValue]) {
        size += 1
        switch rule {
        case .null, .bool, .integer, .number: break
        case .string(let text):
            let version = text.hasSuffix(".") ? String(text.dropLast()) : text
            guard let version = AppVersion(strict: version), version.count <= ReleaseNumbers.usualCount else { return }
            numbers.insert(ReleaseNumbers(version))
            guard !version.isPrerelease else { return }
            // Rules can compare the text as written, or its beginning: ‘v2.’ is the beginning of ‘v2.0.0’.
            let zeros = String(repeating: ".0", count: ReleaseNumbers.usualCount - version.count)
            texts.formUnion([version.description, version.description + zeros])
        case .array(let elements): for element in elements { add(element, evaluators: evaluators) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref", case .string(let name) = member.value {
                    // Shared rules don't refer to others.
                    if added.insert(name).inserted, let shared = evaluators[name] { add(shared, evaluators: [:]) }
                } else {
                    add(member.value, evaluators: evaluators)
                }
            }
        }
    }

    /// A version that is newer than all named ones.
    var newest: ReleaseNumbers { .newest(above: numbers.map(\.largest).max() ?? 0) }

    /// A version from each range in which comparisons with the named versions have one result.
    var releases: [AppVersion?] {
        var releases: Set<ReleaseNumbers> = [.first, newest]
        for version in numbers {
            for count in 1...count {
                releases.insert(version.beginning(count))
                if let next = version.next(count) { releases.insert(next) }
            }
        }
        return texts.union(releases.map(\.text)).compactMap { AppVersion(strict: $0) }
    }
}

/// Finds the results that a rule can have.
private struct RuleWalk {
    enum Result: Hashable {
        case variant(String)
        case byDefault
        /// Any result.
        case unknown
    }

    private let evaluators: [String: JSONValue]
    /// The version of the app; `nil` for an unknown one.
    private let version: AppVersion?
    /// Whether the build is newer than any that the rule names; otherwise it is unknown.
    private let isNewest: Bool
    private let timestamp: Int64
    private var sharedResults: [String: Set<Result>] = [:]
    private var sharedTruths: [String: Bool?] = [:]

    init(_ evaluators: [String: JSONValue], version: AppVersion?, isNewest: Bool, timestamp: Int64) {
        self.evaluators = evaluators
        self.version = version
        self.isNewest = isNewest
        self.timestamp = timestamp
    }

    /// Returns the results that a rule can have.
    mutating func results(of rule: JSONValue) -> Set<Result> {
        switch rule {
        case .null: return [.byDefault]
        case .bool(let flag): return [.variant("\(flag)")]
        case .string(let name): return [.variant(name)]
        case .integer, .number, .array: return [.unknown]
        case .object(let object): if object.members.isEmpty { return [.byDefault] }
        }
        if let name = rule.reference {
            if let known = sharedResults[name] { return known }
            var results: Set<Result> = [.unknown]
            if let shared = evaluators[name] { results = self.results(of: shared) }
            sharedResults[name] = results
            return results
        }
        guard let operation = rule.operation else { return [.unknown] }
        let operands = operands(of: operation.value)
        switch operation.name {
        case "if", "?:": return results(ofIf: operands)
        case "fractional": return results(ofFractional: operands)
        default: return [.unknown]
        }
    }

    private mutating func results(ofIf operands: [JSONValue]) -> Set<Result> {
        var results: Set<Result> = []
        var rest = operands[...]
        while rest.count > 1 {
            let condition = truth(of: rest.removeFirst())
            let branch = rest.removeFirst()
            if condition != false { results.formUnion(self.results(of: branch)) }
            if condition == true { return results }
        }
        return results.union(self.results(of: rest.first ?? .null))
    }

    private mutating func results(ofFractional operands: [JSONValue]) -> Set<Result> {
        var results: Set<Result> = []
        for case .array(let bucket) in operands.map({ resolved($0) }) {
            guard let name = bucket.first else { return [.unknown] }
            if bucket.count > 1, bucket[1] == 0 { continue }
            results.formUnion(self.results(of: name))
        }
        return results.isEmpty ? [.unknown] : results
    }

    // MARK: Conditions

    /// Returns whether a condition holds, or `nil` if it can be true or false.
    private mutating func truth(of condition: JSONValue) -> Bool? {
        switch condition {
        case .null: return false
        case .bool(let flag): return flag
        case .integer(let number): return number != 0
        case .number(let number): return number != 0
        case .string(let text): return !text.isEmpty
        case .array(let elements): return !elements.isEmpty
        case .object: break
        }
        if let name = condition.reference {
            if let known = sharedTruths[name] { return known }
            var result: Bool?
            if let shared = evaluators[name] { result = truth(of: shared) }
            sharedTruths.updateValue(result, forKey: name)
            return result
        }
        guard let operation = condition.operation else { return nil }
        let operands = operands(of: operation.value)
        switch operation.name {
        case "!": return truth(of: operands.first ?? .null).map { !$0 }
        case "!!": return truth(of: operands.first ?? .null)
        case "and": return truth(of: operands, unless: false)
        case "or": return truth(of: operands, unless: true)
        case "sem_ver": return order(of: operands)
        case "in": return contains(operands)
        case "starts_with": return startsWith(operands)
        case "==", "!=", "===", "!==", "<", "<=", ">", ">=": return comparison(operation.name, operands)
        default: return nil
        }
    }

    /// Returns the truth of `and` and `or`, which one operand decides if its truth is the given one.
    private mutating func truth(of operands: [JSONValue], unless decisive: Bool) -> Bool? {
        var isCertain = !operands.isEmpty
        for operand in operands {
            let result = truth(of: operand)
            if result == decisive { return decisive }
            if result == nil { isCertain = false }
        }
        return isCertain ? !decisive : nil
    }

    private func order(of operands: [JSONValue]) -> Bool? {
        guard operands.count == 3, let name = variable(operands[0]), case .string(let symbol) = resolved(operands[1]),
            case .string(let text) = resolved(operands[2]), SemanticVersion.isValid(text)
        else { return nil }
        guard name == EvaluationContext.Attribute.appVersion, let version else {
            // All released versions are at least 0.0.0.
            let versions = [EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion]
            guard versions.contains(name), SemanticVersion.compare(text, "<=", "0.0.0") == true else { return nil }
            return symbol == ">=" ? true : symbol == "<" ? false : nil
        }
        // Without a result, the condition is false.
        guard SemanticVersion.isValid(version.description) else { return false }
        return SemanticVersion.compare(version.description, symbol, text)
    }

    private func contains(_ operands: [JSONValue]) -> Bool? {
        guard operands.count == 2, let name = variable(operands[0]), case .array(let list) = resolved(operands[1]),
            list.allSatisfy({ $0.operation == nil })
        else { return nil }
        if let version, name == EvaluationContext.Attribute.appVersion {
            return list.contains(.string(version.description))
        }
        return isNewest && name == EvaluationContext.Attribute.appBuild ? false : nil
    }

    private func startsWith(_ operands: [JSONValue]) -> Bool? {
        guard operands.count == 2, variable(operands[0]) == EvaluationContext.Attribute.appVersion, let version,
            case .string(let prefix) = resolved(operands[1])
        else { return nil }
        return version.description.hasPrefix(prefix)
    }

    private func comparison(_ symbol: String, _ operands: [JSONValue]) -> Bool? {
        let isEquality = symbol.first == "=" || symbol.first == "!"
        if isEquality, let version, operands.count == 2 {
            for (operand, other) in [(operands[0], operands[1]), (operands[1], operands[0])]
            where variable(operand) == EvaluationContext.Attribute.appVersion {
                guard case .string(let text) = resolved(other) else { return nil }
                return (version.description == text) == (symbol.first == "=")
            }
        }
        guard operands.count == 2 || operands.count == 3 && !isEquality else { return nil }
        let numbers = operands.compactMap { number($0, isStrict: symbol.utf8.count == 3) }
        guard numbers.count == operands.count else { return nil }
        return zip(numbers, numbers.dropFirst()).allSatisfy { left, right in
            switch symbol {
            case "<": left < right
            case "<=": left <= right
            case ">": left > right
            case ">=": left >= right
            case "==", "===": left == right
            default: left != right
            }
        }
    }

    /// Returns the number that an operand stands for: a constant, the time, or the newest build.
    private func number(_ operand: JSONValue, isStrict: Bool) -> Double? {
        switch resolved(operand) {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .string(let text): return isStrict ? nil : Int64(text).map(Double.init)
        default: break
        }
        switch variable(operand) {
        case "$flagd.timestamp": return Double(timestamp)
        case EvaluationContext.Attribute.appBuild: return isNewest ? .infinity : nil
        default: return nil
        }
    }

    // MARK: Operands

    private func resolved(_ value: JSONValue) -> JSONValue { value.reference.flatMap { evaluators[$0] } ?? value }

    private func operands(of value: JSONValue) -> [JSONValue] {
        let value = resolved(value)
        return if case .array(let elements) = value { elements } else { [value] }
    }

    /// Returns the attribute that an operand reads, or `nil` for other operands and computed names.
    private func variable(_ operand: JSONValue) -> String? {
        guard let operation = resolved(operand).operation, operation.name == "var",
            case .string(let name)? = operands(of: operation.value).first.map({ resolved($0) })
        else { return nil }
        return name
    }
}

extension JSONValue {
    /// The operator of a rule and its operands; `nil` for a value.
    fileprivate var operation: JSONObject.Member? {
        guard case .object(let object) = self, let last = object.members.last,
            object.members.allSatisfy({ $0.name == last.name })
        else { return nil }
        return last
    }

    /// The name of the shared rule that this is a reference to.
    fileprivate var reference: String? {
        if let operation, operation.name == "$ref", case .string(let name) = operation.value { name } else { nil }
    }
}
