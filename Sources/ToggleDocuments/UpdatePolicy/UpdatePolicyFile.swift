public import FeatureToggles
public import ForcedUpdates
public import ToggleManifest

/// A file with an update policy, to be asked what people would see: the plain JSON of a CDN, or a document with a flag whose
/// variants are a policy.
public struct UpdatePolicyFile: Sendable {
    /// Why a file cannot be asked.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// Everything that is wrong with it, in file order; empty where it is not the file that is wrong.
        public let diagnostics: [Diagnostic]
        /// A sentence that says what is wrong, and what to do.
        public let description: String
    }

    /// What somebody would see, and why.
    public struct Answer: Sendable {
        /// The decision.
        public let decision: UpdateDecision
        /// What decided: "details[1], line 7", "variant ‘must’ of ‘forced_update’, by targeting.if[1]".
        public let origin: String
        /// The same in few letters, for tables: "1", "must"; empty where nothing decided.
        public let mark: String
    }

    private enum Content: Sendable {
        case policy(UpdatePolicyDocument, lines: [Int])
        case flag(FlagDocument, Int, key: String)
    }

    private let content: Content
    private let values: AttributeValues
    private let timestamp: Int64
    private let schemes: Set<String>

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - path: What diagnostics call the file.
    ///   - flag: The key of the flag, where the file has several; `nil` for the only one that is a policy.
    ///   - timestamp: The time in seconds since 1970, which rules may look at.
    ///   - schemes: The schemes that links may have, in lower case.
    /// - Throws: ``Failure`` when the file has errors, or there is no such flag.
    public init(
        _ text: [UInt8],
        path: String,
        flag: String? = nil,
        timestamp: Int64,
        schemes: Set<String> = StoreLink.standardSchemes
    ) throws(Failure) {
        self.timestamp = timestamp
        self.schemes = schemes
        let result = DocumentCheck(schemes: schemes).run(text, path: path)
        let root = try? LocatedReader.read(text)
        guard let root, !result.hasErrors else {
            throw Failure(diagnostics: result.diagnostics, description: "\(path) has errors; apps do not accept it.")
        }
        var values = AttributeValues()
        if root.isUpdatePolicy {
            if let flag {
                throw Failure(
                    diagnostics: [],
                    description: "--flag \(flag): \(path) is a policy by itself and has no flags; leave --flag out."
                )
            }
            guard let document = UpdatePolicyDocument.read(root.json, as: .file, schemes: schemes).document else {
                throw Failure(diagnostics: [], description: "\(path) is no policy that apps accept.")
            }
            let offsets = (root["details"]?.value.elements ?? []).map(\.range.lowerBound)
            let places = Findings.locations(of: offsets, in: text)
            content = .policy(document, lines: offsets.map { places[$0]?.line ?? 1 })
        } else {
            let flags = root["flags"]?.value.members ?? []
            let found = try Self.choose(flags, flag, path: path)
            guard let document = try? FlagDocument(text: text), let index = document.index(of: found.name) else {
                throw Failure(diagnostics: [], description: "\(path) is no document that apps accept.")
            }
            content = .flag(document, index, key: found.name)
            var evaluators = JSONObject()
            if case .object(let object)? = root["$evaluators"]?.value.json { evaluators = object }
            if let rule = found.value["targeting"]?.value.json { values.add(rule, evaluators: evaluators) }
        }
        self.values = values
    }

    private static func choose(
        _ flags: [LocatedMember],
        _ key: String?,
        path: String
    ) throws(Failure) -> LocatedMember {
        if let key {
            if let flag = flags.last(where: { $0.name == key }) { return flag }
            let meant = Suggestion.closest(to: key, in: flags.map(\.name))
            let question = meant.map { " Did you mean \($0.quoted)?" } ?? ""
            throw Failure(diagnostics: [], description: "\(path) has no flag \(key.quoted).\(question)")
        }
        let policies = flags.filter(\.value.isPolicyFlag)
        if let flag = policies.first, policies.count == 1 { return flag }
        throw Failure(
            diagnostics: [],
            description: policies.isEmpty
                ? """
                \(path) has neither ‘details’ nor a flag whose variants are an update policy; name a flag with --flag KEY.
                """
                : "\(path) has \(policies.count) flags that are update policies; name one with --flag KEY."
        )
    }

    /// What somebody would see.
    ///
    /// - Parameters:
    ///   - context: The versions and attributes of the person.
    ///   - language: The person's language as a tag; `nil` for an unknown one.
    /// - Returns: The decision and what made it.
    public func answer(for context: EvaluationContext, language: String?) -> Answer {
        switch content {
        case .policy(let document, let lines):
            let verdict = document.verdict(for: context, language: language)
            guard let entry = verdict.entry else {
                return Answer(decision: verdict.decision, origin: "no entry is about this version", mark: "")
            }
            return Answer(
                decision: verdict.decision,
                origin: "details[\(entry)], line \(lines.indices.contains(entry) ? lines[entry] : 1)",
                mark: "\(entry)"
            )
        case .flag(let document, let index, let key):
            let evaluation = document.evaluate(index, context: context, timestamp: timestamp)
            guard let value = evaluation.value, let variant = evaluation.variant else {
                let why = evaluation.error?.message ?? "\(key.quoted) leaves it to the app's default"
                return Answer(decision: .upToDate, origin: why, mark: evaluation.error == nil ? "" : "!")
            }
            var origin = "variant \(variant.quoted) of \(key.quoted)"
            if let rule = evaluation.rule { origin += ", by \(rule)" }
            guard let policy = UpdatePolicyDocument.read(value, as: .variant, schemes: schemes).document else {
                return Answer(decision: .upToDate, origin: "\(origin), which is no policy", mark: "!")
            }
            let verdict = policy.verdict(for: context, language: language)
            if policy.hasDetails, let entry = verdict.entry { origin += ", details[\(entry)]" }
            return Answer(decision: verdict.decision, origin: origin, mark: variant)
        }
    }

    /// The versions that the file names, with their neighbours, from old to new.
    public var versions: (app: [String], os: [String]) {
        let grid =
            switch content {
            case .policy(let document, _): VersionGrid(of: document)
            case .flag: VersionGrid(appTexts: texts(.appVersion), osTexts: texts(.osVersion))
            }
        return (grid.app.map(\.text), grid.os.map(\.text))
    }

    private enum Axis { case appVersion, osVersion }

    private func texts(_ axis: Axis) -> [String] {
        let name =
            switch axis {
            case .appVersion: EvaluationContext.Attribute.appVersion
            case .osVersion: EvaluationContext.Attribute.osVersion
            }
        return (values.named[name] ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
