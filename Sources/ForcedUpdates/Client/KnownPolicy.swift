import FeatureToggles

/// The last thing that a source said about this app and that could be used: what holds when nothing better is known.
struct KnownPolicy: Sendable, Hashable {
    /// What it said, as JSON of ``UpdatePolicyDocument/Form/variant``.
    let value: JSONValue
    /// The version of the app that it was said to.
    let appVersion: String?
    /// How new it was, so that no older one replaces it; `nil` for what a flag said.
    var revision: PolicyFloor.Revision?
    /// The lock that it meant when it was kept, which can be shown before a long policy is read again.
    var shown: Shown?

    /// A lock, and to whom it was shown.
    struct Shown: Sendable, Hashable {
        let decision: UpdateDecision
        /// What decided it and is compared: the versions and the language.
        let person: [String?]

        init(_ decision: UpdateDecision, to context: EvaluationContext) {
            self.decision = decision
            person = Self.person(context)
        }

        private static func person(_ context: EvaluationContext) -> [String?] {
            let attributes = [EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion]
            return attributes.map { name in
                if case .string(let text)? = context[name] { text } else { nil }
            } + [context.updateLanguage]
        }

        /// Whether it was shown to somebody like this.
        func isMeant(for context: EvaluationContext) -> Bool { person == Self.person(context) }

        init?(_ json: JSONValue) {
            guard case .object(let object) = json, case .array(let person)? = object["person"], person.count == 3,
                case .string(let word)? = object["level"], let level = UpdateLevel(rawValue: word), level.isLock
            else { return nil }
            func text(_ name: String) -> String? { if case .string(let text)? = object[name] { text } else { nil } }
            let notice = UpdateNotice(
                title: text("title"),
                message: text("message"),
                buttonText: text("button_text"),
                storeLink: text("redirect_url"),
                language: text("language")
            )
            decision = UpdateDecision(level, notice)
            self.person = person.map { if case .string(let text) = $0 { text } else { nil } }
        }

        var json: JSONValue {
            let notice = decision.notice
            let texts = [
                ("title", notice?.title), ("message", notice?.message), ("button_text", notice?.buttonText),
                ("redirect_url", notice?.storeLink), ("language", notice?.language),
            ]
            var object: JSONObject = [
                "level": .string(decision.level.rawValue),
                "person": .array(person.map { $0.map { .string($0) } ?? .null }),
            ]
            for (name, text) in texts { object[name] = text.map { .string($0) } }
            return .object(object)
        }
    }
}

/// What the file of a lock says.
///
/// ```json
/// { "schema": 1, "app_version": "1.1.0", "revision": "1795255200000", "policy": { "level": "required", "title": "…" } }
/// ```
///
/// The revision of a signed policy is `signed_revision`.
extension KnownPolicy {
    static let schema = 1

    /// The largest file that is read, in bytes: numbers can be longer here than in the policy.
    static let maximumSize = 2 * UpdatePolicyDocument.maximumSize

    /// Reads the text of a file; `nil` when it is none of this kind.
    init?(text: [UInt8]) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 40).value(from: text),
            object["schema"] == .integer(Self.schema), let value = object["policy"]
        else { return nil }
        var version: String?
        if case .string(let text)? = object["app_version"] { version = text }
        func number(_ name: String) -> UInt64? {
            if case .string(let text)? = object[name] { UInt64(text) } else { nil }
        }
        let signed = number("signed_revision")
        let revision = (signed ?? number("revision")).map {
            PolicyFloor.Revision(number: $0, isSigned: signed != nil)
        }
        self.init(value: value, appVersion: version, revision: revision, shown: object["shown"].flatMap { Shown($0) })
    }

    /// The text of a file.
    var text: [UInt8] {
        var object: JSONObject = [
            "schema": .integer(Self.schema),
            "app_version": appVersion.map { .string($0) } ?? .null,
        ]
        if let revision {
            object[revision.isSigned ? "signed_revision" : "revision"] = .string(String(revision.number))
        }
        object["shown"] = shown?.json
        object["policy"] = value
        return JSONWriter().bytes(.object(object))
    }

    /// How new a policy must be to replace it.
    ///
    /// - Parameters:
    ///   - isSigned: Whether policies are signed; then their envelopes are compared.
    ///   - schemes: The schemes that links may have.
    /// - Returns: What was kept with it; else its own creation time, unless that is in the future and bars every other one.
    func floor(isSigned: Bool, schemes: Set<String>) -> PolicyFloor.Revision? {
        if let revision, revision.isSigned == isSigned { return revision }
        guard !isSigned, case .object(let policy) = value,
            let created = policy["created_at"].flatMap({ CreationTime.milliseconds($0) }),
            created / 1_000 <= UInt64(clamping: SystemTime.secondsSince1970)
        else { return nil }
        return PolicyFloor.Revision(number: created, isSigned: false)
    }

    /// What it says to somebody.
    ///
    /// A policy with `details` says for which versions, so that it is asked anew. What a flag said was for the version of
    /// the app that asked: another version is not held by it.
    func decision(for context: EvaluationContext, _ readings: PolicyReadings) -> UpdateDecision {
        guard let policy = readings.read(value).policy else { return .upToDate }
        if !policy.document.hasDetails, appVersion != context.appVersionText { return .upToDate }
        return policy.verdict(for: context).decision
    }
}

extension EvaluationContext {
    var appVersionText: String? {
        if case .string(let text)? = self[Attribute.appVersion] { text } else { nil }
    }
}
