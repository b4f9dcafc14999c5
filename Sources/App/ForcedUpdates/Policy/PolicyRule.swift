import FeatureToggles
package import FeatureTogglesRemote
import ToggleBase

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
    package private(set) var readsOthers = false
    /// The variants that the rule can return, with `nil` for the default variant; `nil` if there can be others.
    private(set) var results: Set<String?>?
    /// The number of values in the rule.
    package private(set) var size = 0
    private var visited: Set<UInt32> = []

    /// The maximum number of values that are read; a longer rule counts as reading other attributes.
    private static let limit = 1_000_000
    private static let comparisons: Set<RuleOperation> = [
        .semanticVersion, .contains, .startsWith, .equal, .notEqual, .strictEqual, .strictNotEqual,
    ]
    private static let versions: Set<String> = [Attribute.appVersion, Attribute.osVersion]

    /// Reads the compiled rule of a flag, whose nesting depth the document limits.
    package init(_ document: FlagDocument, _ index: Int) {
        withExtendedLifetime(document) {
            let flag = document.flag(at: index)
            if let rule = flag.node {
                var known: [UInt32: Set<String?>?] = [:]
                results = Self.results(of: rule, document.program, &known)
                add(rule, document.program)
            } else {
                results = flag.decidedOutcome.flatMap { flag.variantName(at: Int($0)) }.map { [$0] }
            }
        }
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

    /// Released versions of the app and the system, among them all between which results of the rule may change; the
    /// last ones are very new.
    var releases: (app: [String], os: [String]) {
        func releases(_ name: String) -> [String] {
            (texts[name] ?? []) + VersionGrid.releases(around: boundaries[name] ?? []).map(\.description)
        }
        return (releases(Attribute.appVersion), releases(Attribute.osVersion))
    }

    // MARK: Attributes

    private mutating func add(_ index: Int, _ program: RuleProgram) {
        let node = program.nodes[index]
        size += node.value.partCount
        guard size < Self.limit else {
            readsOthers = true
            return
        }
        var arguments = Array(Int(node.first)..<Int(node.first + node.count))
        switch node.operation {
        case .reference: if visited.insert(node.first).inserted { add(Int(node.first), program) }
        case .constant, .flagKey, .timestamp: break
        case .attribute where node.value.text == Attribute.appBuild: readsBuild = true
        case .attribute, .targetingKey, .scoped, .computedVariable, .unknown: readsOthers = true
        case let operation where Self.comparisons.contains(operation):
            let names = arguments.compactMap { Self.version(at: $0, program) }
            arguments.removeAll { Self.version(at: $0, program) != nil }
            for name in names { note(arguments, program, comparedWith: name, operation) }
        default: if node.operation.readsContext { readsOthers = true }
        }
        for argument in arguments { add(argument, program) }
    }

    /// Returns the version that a node reads, or `nil` if it's another operation.
    private static func version(at index: Int, _ program: RuleProgram) -> String? {
        let node = program.resolved(index)
        guard node.operation == .attribute, let name = node.value.text, versions.contains(name) else { return nil }
        return name
    }

    private mutating func note(
        _ operands: [Int],
        _ program: RuleProgram,
        comparedWith name: String,
        _ operation: RuleOperation
    ) {
        let texts = operands.flatMap { Self.texts(program.resolved($0), program) }
        var count: Int?
        if operation == .semanticVersion {
            semanticVersions.insert(name)
            count = texts.contains("^") ? 1 : texts.contains("~") ? 2 : nil
        }
        size += texts.count
        for text in texts {
            // ‘v2.’ is the beginning of ‘v2.0.0’.
            let isBeginning = text.hasSuffix(".")
            let version = isBeginning ? String(text.dropLast()) : text
            guard let version = AppVersion(strict: version),
                version.count <= ReleaseNumbers.usualCount || operation != .semanticVersion
            else { continue }
            let length = isBeginning && operation == .startsWith ? version.count : count
            boundaries[name, default: []].append(
                length.map { .beginning(version, count: $0) } ?? .version(version)
            )
            guard !version.isPrerelease else { continue }
            let zeros = String(repeating: ".0", count: max(ReleaseNumbers.usualCount - version.count, 0))
            self.texts[name, default: []] += (zeros.isEmpty ? [""] : ["", zeros]).map { version.description + $0 }
        }
    }

    /// Returns the texts in a constant or a list.
    private static func texts(_ node: RuleNode, _ program: RuleProgram) -> [String] {
        switch node.operation {
        case .constant: node.value.text.map { [$0] } ?? node.value.elements.compactMap(\.text)
        case .array: program.nodes[Int(node.first)..<Int(node.first + node.count)].compactMap(\.value.text)
        default: []
        }
    }

    // MARK: Results

    private static func results(
        of index: Int,
        _ program: RuleProgram,
        _ known: inout [UInt32: Set<String?>?]
    ) -> Set<String?>? {
        let node = program.nodes[index]
        var arguments = Int(node.first)..<Int(node.first + node.count)
        var results: Set<String?> = []
        switch node.operation {
        case .constant: return result(node.value)
        case .reference:
            if let results = known[node.first] { return results }
            let results = Self.results(of: Int(node.first), program, &known)
            known[node.first] = .some(results)
            return results
        case .if:
            while let condition = arguments.popFirst() {
                // The last argument has no condition.
                let branch = arguments.popFirst() ?? condition
                guard let other = Self.results(of: branch, program, &known) else { return nil }
                results.formUnion(other)
                // A rule that `toggles kill` set aside follows.
                if branch == condition || program.nodes[condition].isTrue { return results }
            }
            results.insert(nil)
        case .fractional:
            for argument in arguments {
                let share = program.nodes[argument]
                let isArray = share.operation == .array
                // The first argument can be a bucketing value.
                guard isArray || share.operation == .constant && share.value.kind == .array else {
                    if argument == arguments.lowerBound, share.operation != .reference { continue }
                    return nil
                }
                let weight = isArray && share.count > 1 ? program.nodes[Int(share.first) + 1].value : .null
                if (share.value.elements.dropFirst().first ?? weight).isZero { continue }
                let other =
                    isArray && share.count > 0
                    ? Self.results(of: Int(share.first), program, &known) : share.value.elements.first.flatMap(result)
                guard let other else { return nil }
                results.formUnion(other)
            }
            if results.isEmpty { return nil }
        default: return nil
        }
        return results
    }

    private static func result(_ value: FlatValue) -> Set<String?>? {
        switch value.kind {
        case .null: [nil]
        case .true: ["true"]
        case .false: ["false"]
        case .string: [value.text]
        default: nil
        }
    }
}

extension RuleProgram {
    /// Returns the node at an index, or the root of the shared rule that it refers to.
    fileprivate func resolved(_ index: Int) -> RuleNode {
        nodes[index].operation == .reference ? nodes[Int(nodes[index].first)] : nodes[index]
    }
}

extension RuleNode {
    fileprivate var isTrue: Bool { operation == .constant && value.kind == .true }
}

extension FlatValue {
    fileprivate var isZero: Bool { kind == .integer && integer == 0 }

    fileprivate var text: String? { kind == .string ? String(decoding: bytes, as: UTF8.self) : nil }
}
