import FeatureToggles

/// The last thing that a source said about this app and that could be used: what holds when nothing better is known.
struct KnownPolicy: Sendable, Hashable {
    /// What it said, as JSON of ``UpdatePolicyDocument/Form/variant``.
    let value: JSONValue
    /// The version of the app that it was said to.
    let appVersion: String?
}

/// What the file of a lock says.
///
/// ```json
/// { "schema": 1, "app_version": "1.1.0", "policy": { "level": "required", "title": "…" } }
/// ```
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
        self.init(value: value, appVersion: version)
    }

    /// The text of a file.
    var text: [UInt8] {
        JSONWriter().bytes([
            "schema": .integer(Self.schema),
            "app_version": appVersion.map { .string($0) } ?? .null,
            "policy": value,
        ])
    }

    /// What it says to somebody.
    ///
    /// A policy with `details` says for which versions, so that it is asked anew. What a flag said was for the version of
    /// the app that asked: another version is not held by it.
    func decision(for context: EvaluationContext, language: String?, schemes: Set<String>) -> UpdateDecision {
        guard let document = UpdatePolicyDocument.accept(value, as: .variant, schemes: schemes).document else {
            return .upToDate
        }
        if !document.hasDetails, appVersion != context.appVersionText { return .upToDate }
        return document.verdict(for: context, language: language).decision
    }
}

extension EvaluationContext {
    var appVersionText: String? {
        if case .string(let text)? = self[Attribute.appVersion] { text } else { nil }
    }
}
