import FeatureToggles
import ToggleBase

/// The last valid policy of the source, which applies until there is a newer one.
struct KnownPolicy: Sendable, Hashable {
    /// The policy, as JSON of ``UpdatePolicyDocument/Form/variant``.
    let value: JSONValue
    /// The version of the app that received it.
    let appVersion: String?
    /// The revision, so that no older policy replaces it; `nil` for the policy of a flag.
    var revision: PolicyFloor.Revision?
    /// The lock that was shown, which can be shown again before a long policy is parsed.
    var shown: Shown?

    /// A lock, and the user to whom it was shown.
    struct Shown: Sendable, Hashable {
        let decision: UpdateDecision
        /// The versions and the language of the user.
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

        /// Whether a user has the same versions and language.
        func applies(to context: EvaluationContext) -> Bool { person == Self.person(context) }

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

/// The format of a lock file.
///
/// ```json
/// { "schema": 1, "app_version": "1.1.0", "revision": "1795255200000", "policy": { "level": "required", "title": "…" } }
/// ```
///
/// The revision of a signed policy is `signed_revision`.
extension KnownPolicy {
    static let schema = 1

    /// The maximum size of a file, in bytes: numbers can be longer than in the policy.
    static let maximumSize = 2 * UpdatePolicyDocument.maximumSize

    /// The content of a file except for the policy.
    struct Head: Sendable, Hashable {
        let appVersion: String?
        let revision: PolicyFloor.Revision?
        let shown: Shown?

        fileprivate init?(_ object: JSONObject) {
            guard object["schema"] == .integer(KnownPolicy.schema) else { return nil }
            func text(_ name: String) -> String? { if case .string(let text)? = object[name] { text } else { nil } }
            appVersion = text("app_version")
            let signed = text("signed_revision").flatMap { UInt64($0) }
            revision = (signed ?? text("revision").flatMap { UInt64($0) }).map {
                PolicyFloor.Revision(number: $0, isSigned: signed != nil)
            }
            shown = object["shown"].flatMap { Shown($0) }
        }

        /// Parses the beginning of a file that ``KnownPolicy/text`` wrote: without white space, and with the policy
        /// last.
        ///
        /// - Returns: `nil` if the file has another layout and must be parsed completely.
        /// - Complexity: O(*n*) in the size of the text before the policy.
        init?(of text: [UInt8]) {
            // This isn't inside a string, where quotes are escaped. In a nested object, the text before it is invalid
            // JSON.
            let policy = Array(#","policy":"#.utf8)
            guard
                let end = text.indices.first(where: { text[$0] == policy[0] && text[$0...].starts(with: policy) }),
                case .object(let object)? = try? JSONReader(maximumDepth: 40).value(
                    from: text[..<end] + [UInt8(ascii: "}")]
                )
            else { return nil }
            self.init(object)
        }
    }

    /// Parses the text of a file, or returns `nil` if it isn't a lock file.
    init?(text: [UInt8]) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 40).value(from: text),
            let head = Head(object), let value = object["policy"]
        else { return nil }
        self.init(value: value, appVersion: head.appVersion, revision: head.revision, shown: head.shown)
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

    /// Returns the lowest revision that can replace this policy.
    ///
    /// - Parameters:
    ///   - isSigned: Whether policies are signed, so that the revisions of their envelopes are compared.
    ///   - utcOffset: The offset from UTC of a creation time that doesn't state its own.
    /// - Returns: The stored revision, or else the creation time, unless it is in the future and would block all
    ///   other policies.
    func floor(isSigned: Bool, utcOffset: Duration) -> PolicyFloor.Revision? {
        if let revision, revision.isSigned == isSigned { return revision }
        guard !isSigned, case .object(let policy) = value,
            let created = policy["created_at"].flatMap({ CreationTime.milliseconds($0, offset: utcOffset) }),
            created / 1_000 <= UInt64(clamping: SystemTime.secondsSince1970)
        else { return nil }
        return PolicyFloor.Revision(number: created, isSigned: false)
    }

    /// Returns the policy's decision for a user.
    ///
    /// A policy with `details` names versions, so it is evaluated again. The policy of a flag applies only to the
    /// version of the app that received it.
    func decision(for context: EvaluationContext, _ readings: PolicyReadings) -> UpdateDecision {
        guard let policy = readings.read(value).policy else { return .upToDate }
        if !policy.hasDetails, appVersion != context.appVersionText { return .upToDate }
        return policy.verdict(for: context).decision
    }
}

extension EvaluationContext {
    var appVersionText: String? {
        if case .string(let text)? = self[Attribute.appVersion] { text } else { nil }
    }
}
