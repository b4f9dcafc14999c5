public import FeatureToggles
import FeatureTogglesRemote
public import ForcedUpdates
import ToggleBase
public import ToggleManifest

/// A file with an update policy that can be evaluated for sample users: a policy in plain JSON, or a document with a
/// flag whose variants are a policy.
public struct UpdatePolicyFile: Sendable {
    /// A file that cannot be evaluated.
    public struct ReadingError: Error, Sendable, CustomStringConvertible {
        /// The diagnostics of the file, in file order; empty if the file is not the cause.
        public let diagnostics: [Diagnostic]
        /// A sentence about the error and its remedy.
        public let description: String
    }

    /// The decision for a user, and its reason.
    public struct Answer: Sendable, Hashable {
        /// The decision.
        public let decision: UpdateDecision
        /// The origin of the decision: "details[1], line 7", "variant ‘must’ of ‘forced_update’, by targeting.if[1]".
        public let origin: String
        /// The origin in short form, for tables: "1", "must"; empty if no entry or variant applies.
        public let mark: String
    }

    private enum Content: Sendable {
        case policy(UpdatePolicyDocument, lines: [Int])
        /// A flag, with the policies of its variants by name.
        case flag(
            FlagDocument,
            Int,
            key: String,
            variants: [String: UpdatePolicyDocument.Reading],
            locksEveryVersion: Bool
        )
    }

    private let content: Content
    /// The versions that the file names.
    private let named: (app: [VersionBoundary], os: [VersionBoundary])
    /// The attributes that the rule of a flag compares with `sem_ver`.
    private let semanticVersions: Set<String>
    private let timestamp: Int64
    /// Whether the decision depends only on the version of the app.
    private let dependsOnlyOnApp: Bool
    /// The approximate number of comparisons that an answer of a flag takes.
    private let answerSize: Int

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - path: The path that diagnostics name.
    ///   - flag: The key of the flag, if the file has several; `nil` for the only one that is a policy.
    ///   - timestamp: The current time for rules, in seconds since 1970.
    ///   - schemes: The allowed schemes of links, in lower case.
    /// - Throws: ``ReadingError`` if the file has errors, or the flag doesn't exist.
    public init(
        _ text: [UInt8],
        path: String,
        flag: String? = nil,
        timestamp: Int64,
        schemes: Set<String> = StoreLink.standardSchemes
    ) throws(ReadingError) {
        self.timestamp = timestamp
        let result = DocumentCheck(schemes: schemes, timestamp: timestamp).run(text, path: path)
        guard let (root, document, policy) = result.parts, !result.hasErrors else {
            throw ReadingError(
                diagnostics: result.diagnostics,
                description: "\(path) has errors; apps do not accept it."
            )
        }
        if root.isUpdatePolicy {
            if let flag {
                throw ReadingError(
                    diagnostics: [],
                    description: "--flag \(flag): \(path) is a policy by itself and has no flags; leave --flag out."
                )
            }
            guard let policy else {
                throw ReadingError(diagnostics: [], description: "\(path) is not a policy that apps accept.")
            }
            let offsets = (root["details"]?.value.elements ?? []).map(\.range.lowerBound)
            let places = SourceLocation.locations(of: offsets, in: text)
            content = .policy(policy, lines: offsets.map { places[$0]?.line ?? 1 })
            named = policy.boundaries
            semanticVersions = []
            dependsOnlyOnApp = false
            answerSize = 1
        } else {
            let flags = root["flags"]?.value.members ?? []
            let found = try Self.choose(flags, flag, path: path)
            guard let document, let index = document.index(of: found.name) else {
                throw ReadingError(diagnostics: [], description: "\(path) is not a document that apps accept.")
            }
            var readings: [String: UpdatePolicyDocument.Reading] = [:]
            for variant in found.value["variants"]?.value.members ?? [] {
                readings[variant.name] = UpdatePolicyDocument.read(variant.value.json, as: .variant, schemes: schemes)
            }
            guard let policy = PolicyFlag(found.name, of: document, found.value.json, schemes: schemes) else {
                throw ReadingError(diagnostics: [], description: "\(path) is not a document that apps accept.")
            }
            content = .flag(
                document,
                index,
                key: found.name,
                variants: readings,
                locksEveryVersion: policy.locksEveryVersion(at: timestamp)
            )
            let rule = policy.rule
            named = policy.boundaries(of: rule)
            semanticVersions = rule.semanticVersions
            dependsOnlyOnApp = !rule.readsOthers && named.os.isEmpty
            let patterns = readings.values.compactMap { $0.document?.patternCount }.max() ?? 0
            answerSize = 1 + (rule.size + patterns) / 4
        }
    }

    private static func choose(
        _ flags: [LocatedMember],
        _ key: String?,
        path: String
    ) throws(ReadingError) -> LocatedMember {
        if let key {
            if let flag = flags.last(where: { $0.name == key }) { return flag }
            let meant = Suggestion.closest(to: key, in: flags.map(\.name))
            let question = meant.map { " Did you mean \($0.quoted)?" } ?? ""
            throw ReadingError(diagnostics: [], description: "\(path) has no flag \(key.quoted).\(question)")
        }
        let policies = flags.filter(\.value.isPolicyFlag)
        if let flag = policies.first, policies.count == 1 { return flag }
        throw ReadingError(
            diagnostics: [],
            description: policies.isEmpty
                ? """
                \(path) has neither ‘details’ nor a flag whose variants are an update policy; name a flag with --flag KEY.
                """
                : "\(path) has \(policies.count) flags that are update policies; name one with --flag KEY."
        )
    }

    /// Whether the rule of a flag can compare a version; `sem_ver` accepts at most three numbers.
    ///
    /// - Parameters:
    ///   - version: A version.
    ///   - attribute: The attribute of the context with the version.
    /// - Returns: Whether no `sem_ver` of the rule ignores the version.
    public func canCompare(_ version: String, of attribute: String) -> Bool {
        !semanticVersions.contains(attribute) || SemanticVersion.isValid(version)
    }

    /// Returns the decision for a user.
    ///
    /// - Parameters:
    ///   - context: The versions and attributes of the user.
    ///   - language: The user's language as a tag; `nil` for an unknown one.
    /// - Returns: The decision and its origin.
    public func answer(for context: EvaluationContext, language: String?) -> Answer {
        switch content {
        case .policy(let document, let lines):
            return Self.answer(document.verdict(for: context, language: language), lines)
        case .flag(let document, let index, let key, let variants, let locksEveryVersion):
            let evaluation = document.evaluate(index, context: context, timestamp: timestamp)
            guard evaluation.value != nil, let variant = evaluation.variant else {
                let why = evaluation.error?.message ?? "\(key.quoted) leaves it to the app's default"
                return Answer(decision: .upToDate, origin: why, mark: evaluation.error == nil ? "" : "!")
            }
            var origin = "variant \(variant.quoted) of \(key.quoted)"
            if let rule = evaluation.rule { origin += ", by \(rule)" }
            guard let policy = variants[variant]?.document else {
                let diagnostic = variants[variant]?.diagnostics.first { $0.severity == .error }
                let why = diagnostic.map { ": \($0)" } ?? ""
                return Answer(decision: .upToDate, origin: "\(origin), which is not a policy\(why)", mark: "!")
            }
            let verdict = policy.verdict(for: context, language: language)
            if locksEveryVersion, verdict.decision.level.isLock, !policy.accepts(verdict) {
                let why = "which is not followed, because \(key.quoted) locks every version out at that time"
                return Answer(decision: .upToDate, origin: "\(origin), \(why)", mark: "!")
            }
            if policy.hasDetails, let entry = verdict.entry { origin += ", details[\(entry)]" }
            return Answer(decision: verdict.decision, origin: origin, mark: variant)
        }
    }

    /// Returns whether some users may run a version, as far as the policy says: not if it requires an update of all of them.
    package func mayRun(_ version: AppVersion) -> Bool {
        switch content {
        case .policy(let document, _): return !document.requiresUpdate(of: version)
        case .flag(_, _, _, let variants, _):
            var context = EvaluationContext()
            context[EvaluationContext.Attribute.appVersion] = .string(version.description)
            if dependsOnlyOnApp { return answer(for: context, language: nil).decision.level != .required }
            // Any variant may be that of some users.
            return !variants.values.allSatisfy { $0.document?.requiresUpdate(of: version) ?? false }
        }
    }

    private static func answer(_ verdict: UpdatePolicyDocument.Verdict, _ lines: [Int]) -> Answer {
        guard let entry = verdict.entry else {
            return Answer(decision: verdict.decision, origin: "no entry matches this version", mark: "")
        }
        return Answer(
            decision: verdict.decision,
            origin: "details[\(entry)], line \(lines.indices.contains(entry) ? lines[entry] : 1)",
            mark: "\(entry)"
        )
    }

    /// The versions that the file names and those next to them, from old to new.
    ///
    /// - Complexity: O(*n* log *n*) in their number.
    public var versions: (app: [String], os: [String]) {
        (
            VersionGrid.versions(around: named.app).map(\.description),
            VersionGrid.versions(around: named.os).map(\.description)
        )
    }

    /// The maximum work for a table, in comparisons of a rule times pairs of versions, which takes a few seconds.
    static let maximumWork = 5_000_000

    /// Returns the decisions for all pairs of versions.
    ///
    /// - Parameters:
    ///   - apps: The versions of the app; `nil` for those of ``versions``.
    ///   - systems: The versions of the system; `nil` for those of ``versions``.
    ///   - context: The other attributes of the user.
    ///   - language: The user's language as a tag; `nil` for an unknown one.
    /// - Returns: The answers.
    /// - Throws: ``ReadingError`` if there are too many pairs for the length of the flag's rule.
    /// - Complexity: For a policy, linear in the number of versions times patterns, and quadratic in the number of versions
    ///   that it distinguishes; for a flag, one evaluation for each pair.
    public func matrix(
        apps: [String]? = nil,
        systems: [String]? = nil,
        context: EvaluationContext,
        language: String?
    ) throws(ReadingError) -> UpdatePolicyMatrix {
        let (apps, systems) = try versions(apps, systems)
        switch content {
        case .policy(let document, let lines):
            // The comparison of a pattern is much faster than that of a rule.
            try Self.checkWork(apps.count + systems.count, 1 + document.patternCount / 64, apps, systems)
            let entries = document.entries.indices.filter { document.entries[$0].isAbout(context) }
            // Versions that match the same entries have the same answers.
            let (rows, rowKinds) = Self.kinds(
                apps.map(AppVersion.init(strict:)).map { version in
                    entries.filter { UpdatePolicyEntry.matches(document.entries[$0].appVersions, version) }
                }
            )
            let (columns, columnKinds) = Self.kinds(
                systems.map(AppVersion.init(strict:)).map { version in
                    Set(entries.filter { UpdatePolicyEntry.matches(document.entries[$0].osVersions, version) })
                }
            )
            try Self.checkWork(rowKinds.count, columnKinds.count, apps, systems)
            var builder = UpdatePolicyMatrix.Builder()
            let answers = rowKinds.map { row in
                columnKinds.map { column in
                    let entry = row.first(where: column.contains)
                    return builder.index(of: entry) {
                        Self.answer(document.verdict(of: entry, for: context, language: language), lines)
                    }
                }
            }
            return builder.matrix(apps: apps, systems: systems, rows: rows, columns: columns, answers)
        case .flag:
            let (pairs, isTooMany) = apps.count.multipliedReportingOverflow(by: systems.count)
            try Self.checkWork(isTooMany ? .max : pairs, answerSize, apps, systems)
            var builder = UpdatePolicyMatrix.Builder()
            var context = context
            let answers = apps.map { app in
                systems.map { os in
                    context[EvaluationContext.Attribute.appVersion] = .string(app)
                    context[EvaluationContext.Attribute.osVersion] = .string(os)
                    return builder.index(of: answer(for: context, language: language))
                }
            }
            return builder.matrix(
                apps: apps,
                systems: systems,
                rows: Array(apps.indices),
                columns: Array(systems.indices),
                answers
            )
        }
    }

    /// The maximum number of versions that a file can name for a table.
    private static let mostNamed = 10_000

    /// Returns the versions of a table: the given ones, or those that the file names.
    private func versions(_ apps: [String]?, _ systems: [String]?) throws(ReadingError) -> ([String], [String]) {
        if let apps, let systems { return (apps, systems) }
        for (isGiven, named, subject) in [(apps != nil, named.app, "app"), (systems != nil, named.os, "system")] {
            guard !isGiven, named.count > Self.mostNamed else { continue }
            throw ReadingError(
                diagnostics: [],
                description: """
                    The file names \(named.count) versions of the \(subject), which are too many for a table; name some with \
                    --\(subject == "app" ? "app" : "os").
                    """
            )
        }
        let versions = versions
        return (apps ?? versions.app, systems ?? versions.os)
    }

    /// Returns the distinct values, and the index of each value among them.
    private static func kinds<Value: Hashable>(_ values: [Value]) -> (kinds: [Int], different: [Value]) {
        var known: [Value: Int] = [:]
        var different: [Value] = []
        let kinds = values.map { value in
            if let kind = known[value] { return kind }
            known[value] = different.count
            different.append(value)
            return different.count - 1
        }
        return (kinds, different)
    }

    private static func checkWork(
        _ count: Int,
        _ each: Int,
        _ apps: [String],
        _ systems: [String]
    ) throws(ReadingError) {
        let (work, isTooMuch) = count.multipliedReportingOverflow(by: each)
        guard isTooMuch || work > maximumWork else { return }
        throw ReadingError(
            diagnostics: [],
            description: """
                The table would have \(apps.count) versions of the app and \(systems.count) of the system, which are too many \
                to evaluate; name some with --app and --os.
                """
        )
    }
}

extension UpdatePolicyDocument {
    /// Returns whether the policy requires an update of all users of a version, on every system and with all attributes.
    fileprivate func requiresUpdate(of version: AppVersion) -> Bool {
        for entry in entries where UpdatePolicyEntry.matches(entry.appVersions, version) {
            if entry.level != .required { return false }
            // Only `*` matches an unknown version.
            if UpdatePolicyEntry.matches(entry.osVersions, nil), entry.attributes.isEmpty { return true }
        }
        return false
    }
}
