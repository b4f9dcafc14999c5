package import FeatureToggles

/// What the rule of a flag with update policies reads, and what it can return.
package struct PolicyRule {
    private typealias Attribute = EvaluationContext.Attribute

    /// Where the rule's comparisons of versions change.
    private var boundaries: [String: [VersionBoundary]] = [:]
    /// The versions as the rule spells them, because it may compare them as text.
    private var texts: [String: [String]] = [:]
    /// The versions that `sem_ver` compares, which accepts at most three numbers.
    package private(set) var semanticVersions: Set<String> = []
    /// Whether the rule reads the build of the app.
    private(set) var readsBuild = false
    /// Whether the rule reads anything but versions, the build, and the time, or in another way than by comparing them
    /// with constants.
    private(set) var readsOthers = false
    /// The variants that the rule can return, with `nil` for the default variant; `nil` if there can be others.
    let results: Set<String?>?
    /// The number of values in the rule.
    package private(set) var size = 0
    private let evaluators: [String: JSONValue]
    private var visited: Set<String> = []

    /// The maximum number of values that are read; a longer rule counts as reading other attributes.
    private static let limit = 1_000_000
    private static let comparisons: Set<String> = ["sem_ver", "in", "starts_with", "==", "!=", "===", "!=="]
    private static let versions: Set<String> = [Attribute.appVersion, Attribute.osVersion]

    /// Reads a rule, whose nesting depth the reader limits.
    package init(_ rule: JSONValue, evaluators: [String: JSONValue]) {
        self.evaluators = evaluators
        var known: [String: Set<String?>?] = [:]
        results = Self.results(of: rule, evaluators, &known)
        add(rule)
    }

    /// Returns where decisions of the rule and policies may change.
    func boundaries(
        with policies: some Sequence<UpdatePolicyDocument>
    ) -> (app: [VersionBoundary], os: [VersionBoundary]) {
        let named = policies.map(\.boundaries)
        return (
            (boundaries[Attribute.appVersion] ?? []) + named.flatMap(\.app),
            (boundaries[Attribute.osVersion] ?? []) + named.flatMap(\.os)
        )
    }

    /// Returns released versions of the app and the system, among them all between which decisions may change; the last
    /// ones are very new.
    func releases(with policies: some Sequence<UpdatePolicyDocument>) -> (app: [String], os: [String]) {
        let (app, os) = boundaries(with: policies)
        return (
            (texts[Attribute.appVersion] ?? []) + VersionGrid.releases(around: app).map(\.description),
            (texts[Attribute.osVersion] ?? []) + VersionGrid.releases(around: os).map(\.description)
        )
    }

    // MARK: Attributes

    private mutating func add(_ rule: JSONValue) {
        size += 1
        guard size < Self.limit else {
            readsOthers = true
            return
        }
        switch rule {
        case .null, .bool, .integer, .number, .string: return
        case .array(let elements): for element in elements { add(element) }
        case .object(let object):
            for member in object.members where member.name != "$ref" {
                add(member.name, member.value.resolved(evaluators).operands)
            }
            if let name = rule.reference, visited.insert(name).inserted, let shared = evaluators[name] { add(shared) }
        }
    }

    private mutating func add(_ operation: String, _ operands: [JSONValue]) {
        switch operation {
        case "var": note(operands.first?.resolved(evaluators).text)
        case "fractional", "missing", "missing_some": readsOthers = true
        default: break
        }
        var operands = operands
        if Self.comparisons.contains(operation) {
            let evaluators = evaluators
            func isVersion(_ operand: JSONValue) -> Bool {
                operand.variable(evaluators).map(Self.versions.contains) ?? false
            }
            let names = operands.filter(isVersion).compactMap { $0.variable(evaluators) }
            operands = operands.map { $0.resolved(evaluators) }.filter { !isVersion($0) }
            for name in names { note(operands, comparedWith: name, operation) }
        }
        for operand in operands { add(operand) }
    }

    private mutating func note(_ variable: String?) {
        switch variable {
        case "$flagd.timestamp"?: return
        case Attribute.appBuild?: readsBuild = true
        default: readsOthers = true
        }
    }

    private mutating func note(_ operands: [JSONValue], comparedWith name: String, _ operation: String) {
        if operation == "sem_ver" { semanticVersions.insert(name) }
        var count: Int?
        if operation == "sem_ver" { count = operands.contains("^") ? 1 : operands.contains("~") ? 2 : nil }
        for operand in operands {
            let constants = if case .array(let elements) = operand { elements } else { [operand] }
            size += constants.count
            for text in constants.compactMap(\.text) {
                // ‘v2.’ is the beginning of ‘v2.0.0’.
                let isBeginning = text.hasSuffix(".")
                let version = isBeginning ? String(text.dropLast()) : text
                guard let version = AppVersion(strict: version),
                    version.count <= ReleaseNumbers.usualCount || operation != "sem_ver"
                else { continue }
                let length = isBeginning && operation == "starts_with" ? version.count : count
                boundaries[name, default: []].append(
                    length.map { .beginning(version, count: $0) } ?? .version(version)
                )
                guard !version.isPrerelease else { continue }
                let zeros = String(repeating: ".0", count: max(ReleaseNumbers.usualCount - version.count, 0))
                texts[name, default: []] += (zeros.isEmpty ? [""] : ["", zeros]).map { version.description + $0 }
            }
        }
    }

    // MARK: Results

    private static func results(
        of rule: JSONValue,
        _ evaluators: [String: JSONValue],
        _ known: inout [String: Set<String?>?]
    ) -> Set<String?>? {
        switch rule {
        case .null: return [nil]
        case .bool(let flag): return ["\(flag)"]
        case .string(let name): return [name]
        case .integer, .number, .array: return nil
        case .object(let object): if object.members.isEmpty { return [nil] }
        }
        if let name = rule.reference {
            if let results = known[name] { return results }
            // Shared rules don't refer to others.
            let results = evaluators[name].flatMap { Self.results(of: $0, [:], &known) }
            known[name] = .some(results)
            return results
        }
        guard let operation = rule.operation else { return nil }
        var rest = operation.value.operands[...]
        var branches: [JSONValue] = []
        switch operation.name {
        case "if", "?:":
            while rest.count > 1 {
                let condition = rest.removeFirst()
                branches.append(rest.removeFirst())
                // A rule that `toggles kill` set aside follows.
                if condition == true { rest = rest.prefix(0) } else if rest.isEmpty { branches.append(.null) }
            }
            branches += rest
        case "fractional":
            for case .array(let bucket) in rest where bucket.count < 2 || bucket[1] != 0 {
                branches.append(bucket.first ?? .array([]))
            }
            if branches.isEmpty { return nil }
        default: return nil
        }
        var results: Set<String?> = []
        for branch in branches {
            guard let other = Self.results(of: branch, evaluators, &known) else { return nil }
            results.formUnion(other)
        }
        return results
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
