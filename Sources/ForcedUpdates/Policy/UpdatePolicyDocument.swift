public import FeatureToggles

/// A policy as teams put it on a CDN, or as the object of a flag's variant.
///
/// ```json
/// { "created_at": "2026-11-21T10:00:00Z",
///   "details": [ { "app_version": ["1.0.0", "1.1.0"], "os_version": "13.*.*",
///                  "title": "Update needed", "message": "…", "button_text": "Update", "redirect_url": "https://…" } ] }
/// ```
///
/// The first entry that is about somebody decides; whom none is about is up to date.
public struct UpdatePolicyDocument: Sendable {
    /// The largest text that is read, in bytes: as much of 1 MiB as the document leaves that the client makes of it.
    public static let maximumSize = (1 << 20) - 128
    /// The longest text of a notice, in bytes.
    public static let maximumTextLength = 1 << 16
    /// How many entries a policy may have.
    public static let maximumEntries = 500
    /// How many patterns a list may have.
    public static let maximumPatterns = 500
    /// How many languages an entry may have texts in.
    public static let maximumLanguages = 500

    /// The members that an entry may have, and a variant.
    package static var entryNames: [String] { UpdatePolicyReader.entryNames }

    /// Whether a name is not `level` and is meant to be it.
    package static func isMisspeltLevel(_ name: String) -> Bool { UpdatePolicyReader.isMisspeltLevel(name) }

    /// How a policy is written.
    public enum Form: Sendable, Hashable {
        /// A file of its own, with `created_at` and `details`.
        case file
        /// The object of a flag's variant: what people are told, or a policy with `details`.
        case variant
    }

    /// A policy, if it can be used, and what was found about it.
    public struct Reading: Sendable {
        /// The policy; `nil` when there is an error.
        public let document: UpdatePolicyDocument?
        /// Everything that was found, in the order of the entries.
        public let problems: [UpdatePolicyProblem]
    }

    /// Which entry decided, and what.
    public struct Verdict: Sendable, Hashable {
        /// The decision.
        public let decision: UpdateDecision
        /// The index of the entry in ``UpdatePolicyDocument/entries``; `nil` when none is about the person.
        public let entry: Int?
    }

    /// When it was made, in milliseconds since 1970; `nil` where it does not say so.
    public let createdAt: UInt64?
    /// The entries, of which the first that is about somebody decides.
    public let entries: [UpdatePolicyEntry]
    /// Whether it has `details`; otherwise it is what a flag says to whoever gets the variant.
    package let hasDetails: Bool
    /// Whether it says as a whole that it is meant to lock every version out.
    ///
    /// It does so beside its `details`, or as a variant without them. What an entry says of itself alone is
    /// ``UpdatePolicyEntry/isForAll``.
    public let isForAll: Bool

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - schemes: The schemes that links may have, in lower case.
    ///   - now: The time in seconds since 1970, for a warning of a `created_at` that is probably not meant; `nil` for none.
    /// - Returns: The policy, if it can be used, and every problem.
    /// - Complexity: O(*n* log *n*) in the size of the text; to find out whom it locks out, the square of the number of versions
    ///   and of the entries that it tells apart, within a bound that does not depend on the text.
    public static func read(
        _ text: [UInt8],
        schemes: Set<String> = StoreLink.standardSchemes,
        now: Int64? = nil
    ) -> Reading {
        read(text, schemes: schemes, now: now, tellsRemarks: true)
    }

    /// Reads the text of a file as apps do, which need to know of errors alone.
    package static func accept(_ text: [UInt8], schemes: Set<String>) -> Reading {
        read(text, schemes: schemes, now: nil, tellsRemarks: false)
    }

    private static func read(_ text: [UInt8], schemes: Set<String>, now: Int64?, tellsRemarks: Bool) -> Reading {
        func refused(_ message: String) -> Reading {
            Reading(document: nil, problems: [UpdatePolicyProblem(.error, message)])
        }
        guard text.count <= maximumSize else {
            return refused(
                "the policy has \(text.count) bytes, more than the \(maximumSize) that apps accept; remove old entries"
            )
        }
        do {
            let value = try JSONReader(maximumDepth: 32).value(from: text)
            return read(value, as: .file, UpdatePolicyReader(schemes: schemes, now: now, tellsRemarks: tellsRemarks))
        } catch {
            return refused("the policy is no JSON: \(error)")
        }
    }

    /// Reads a policy that was parsed already.
    ///
    /// - Parameters:
    ///   - value: The policy.
    ///   - form: How it is written.
    ///   - schemes: The schemes that links may have, in lower case.
    ///   - now: The time in seconds since 1970, for a warning of a `created_at` that is probably not meant; `nil` for none.
    /// - Returns: The policy, if it can be used, and every problem.
    public static func read(
        _ value: JSONValue,
        as form: Form,
        schemes: Set<String> = StoreLink.standardSchemes,
        now: Int64? = nil
    ) -> Reading {
        read(value, as: form, UpdatePolicyReader(schemes: schemes, now: now))
    }

    /// Reads a policy that was parsed already as apps do, which need to know of errors alone.
    package static func accept(_ value: JSONValue, as form: Form, schemes: Set<String>) -> Reading {
        read(value, as: form, UpdatePolicyReader(schemes: schemes, now: nil, tellsRemarks: false))
    }

    private static func read(_ value: JSONValue, as form: Form, _ reader: UpdatePolicyReader) -> Reading {
        var reader = reader
        let document = reader.read(value, as: form)
        return Reading(document: reader.hasErrors ? nil : document, problems: reader.problems)
    }

    /// What the policy says to somebody.
    ///
    /// - Parameters:
    ///   - context: Who is asking: versions and attributes.
    ///   - language: The person's language as a tag; `nil` takes it from the context (``FeatureToggles/EvaluationContext/updateLanguage``).
    /// - Returns: The decision, and which entry made it.
    /// - Complexity: O(*n*) in the number of entries and their patterns.
    public func verdict(for context: EvaluationContext, language: String? = nil) -> Verdict {
        verdict(of: entries.firstIndex { $0.applies(to: context) }, for: context, language: language)
    }

    /// What an entry says to somebody whom it is about; `nil` for nobody's entry.
    package func verdict(of index: Int?, for context: EvaluationContext, language: String?) -> Verdict {
        guard let index, entries.indices.contains(index) else { return Verdict(decision: .upToDate, entry: nil) }
        let entry = entries[index]
        let notice = entry.notice.notice(for: language ?? context.updateLanguage)
        return Verdict(decision: UpdateDecision(entry.level, notice), entry: index)
    }
}

extension EvaluationContext {
    /// The language that notices are looked up in: the attribute `locale`, or else `language`.
    public var updateLanguage: String? {
        for attribute in [Attribute.locale, Attribute.language] {
            if case .string(let tag)? = self[attribute], !tag.isEmpty { return tag }
        }
        return nil
    }
}
