public import FeatureToggles
public import ToggleBase

/// An update policy: a file on a CDN, or the variant of a flag.
///
/// ```json
/// { "created_at": "2026-11-21T10:00:00Z",
///   "details": [ { "app_version": ["1.0.0", "1.1.0"], "os_version": "13.*.*",
///                  "title": "Update needed", "message": "…", "button_text": "Update", "redirect_url": "https://…" } ] }
/// ```
///
/// The first entry that matches decides; if none matches, the version is up to date.
public struct UpdatePolicyDocument: Sendable {
    /// The maximum size of a file, in bytes: 1 MiB less the size of the remote document around it.
    public static let maximumSize = (1 << 20) - 128
    /// The maximum size of a text in a notice, in bytes.
    public static let maximumTextLength = 1 << 16
    /// The maximum number of entries.
    public static let maximumEntries = 500
    /// The maximum number of patterns in a list.
    public static let maximumPatterns = 500
    /// The maximum number of languages of an entry.
    public static let maximumLanguages = 500

    /// The members of entries and variants.
    package static var entryNames: [String] { UpdatePolicyReader.entryNames }

    /// Whether a name is probably a misspelled `level`.
    package static func isMisspeltLevel(_ name: String) -> Bool { UpdatePolicyReader.isMisspeltLevel(name) }

    /// The form of a policy.
    public enum Form: Sendable, Hashable {
        /// A separate file, with `created_at` and `details`.
        case file
        /// The variant of a flag: a notice with a level, or a policy with `details`.
        case variant
    }

    /// The result of parsing a policy.
    public struct Reading: Sendable {
        /// The policy; `nil` if it has errors.
        public let document: UpdatePolicyDocument?
        /// All diagnostics, in the order of the entries.
        public let diagnostics: [UpdatePolicyDiagnostic]
        /// The policy as JSON; `nil` if it isn't valid JSON.
        var json: JSONValue?
    }

    /// A decision, and the entry that made it.
    public struct Verdict: Sendable, Hashable {
        /// The decision.
        public let decision: UpdateDecision
        /// The index of the entry in ``UpdatePolicyDocument/entries``; `nil` if none matches.
        public let entry: Int?
    }

    /// The creation time in milliseconds since 1970; `nil` if it is missing.
    public let createdAt: UInt64?
    /// The entries, of which the first matching one decides.
    public let entries: [UpdatePolicyEntry]
    /// Whether the policy has `details`; otherwise it applies to all users who get the variant.
    package let hasDetails: Bool
    /// Whether `"all": true` next to `details`, or in a variant without them, marks a complete lockout as intended.
    ///
    /// ``UpdatePolicyEntry/isForAll`` is the mark of a single entry.
    public let isForAll: Bool

    /// Parses the text of a file.
    ///
    /// A comma before a closing bracket is a warning rather than an error.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - schemes: The allowed schemes of links, in lower case.
    ///   - utcOffset: The offset from UTC of a `created_at` that doesn't state its own.
    ///   - now: The current time in seconds since 1970, for warnings of an implausible `created_at`; `nil` for no
    ///     warnings.
    /// - Returns: The policy, unless it has errors, and all diagnostics.
    /// - Complexity: O(*n* log *n*) in the size of the text. If the newest version is locked out, the check for lockouts
    ///   is quadratic in the number of versions that the entries distinguish, up to a fixed limit.
    public static func read(
        _ text: [UInt8],
        schemes: Set<String> = StoreLink.standardSchemes,
        utcOffset: Duration = .zero,
        now: Int64? = nil
    ) -> Reading {
        read(text, UpdatePolicyReader(schemes: schemes, utcOffset: utcOffset, now: now))
    }

    /// The warning of a comma before a closing bracket.
    package static let trailingComma = """
        JSON allows no comma before a closing bracket; apps ignore this one, but other readers reject the file; remove it
        """

    /// Parses the text of a file, and reports only errors.
    package static func accept(_ text: [UInt8], schemes: Set<String>, utcOffset: Duration = .zero) -> Reading {
        read(text, UpdatePolicyReader(schemes: schemes, utcOffset: utcOffset, now: nil, reportsWarnings: false))
    }

    private static func read(_ text: [UInt8], _ reader: UpdatePolicyReader) -> Reading {
        func refused(_ message: String) -> Reading {
            Reading(document: nil, diagnostics: [UpdatePolicyDiagnostic(.error, message)])
        }
        guard text.count <= maximumSize else {
            return refused(
                "the policy has \(text.count) bytes, more than the \(maximumSize) that apps accept; remove old entries"
            )
        }
        do {
            let (value, commas) = try JSONReader(maximumDepth: 32).valueAndTrailingCommas(from: text)
            var reader = reader
            // The reader knows values by their paths, but a comma has none.
            for comma in commas { reader.warning([], "\(JSONLocation.place(of: comma, in: text)): \(trailingComma)") }
            return read(value, as: .file, reader)
        } catch {
            let place = "line \(error.location.line), column \(error.location.column)"
            return refused("the policy is not valid JSON: \(place): \(error.clause)")
        }
    }

    /// Reads a policy from JSON.
    ///
    /// - Parameters:
    ///   - value: The policy.
    ///   - form: The form of the policy.
    ///   - schemes: The allowed schemes of links, in lower case.
    ///   - utcOffset: The offset from UTC of a `created_at` that doesn't state its own.
    ///   - now: The current time in seconds since 1970, for warnings of an implausible `created_at`; `nil` for no
    ///     warnings.
    /// - Returns: The policy, unless it has errors, and all diagnostics.
    public static func read(
        _ value: JSONValue,
        as form: Form,
        schemes: Set<String> = StoreLink.standardSchemes,
        utcOffset: Duration = .zero,
        now: Int64? = nil
    ) -> Reading {
        read(value, as: form, UpdatePolicyReader(schemes: schemes, utcOffset: utcOffset, now: now))
    }

    /// Reads a policy from JSON, and reports only errors.
    package static func accept(_ value: JSONValue, as form: Form, schemes: Set<String>) -> Reading {
        read(value, as: form, UpdatePolicyReader(schemes: schemes, now: nil, reportsWarnings: false))
    }

    private static func read(_ value: JSONValue, as form: Form, _ reader: UpdatePolicyReader) -> Reading {
        var reader = reader
        let document = reader.read(value, as: form)
        return Reading(document: reader.hasErrors ? nil : document, diagnostics: reader.diagnostics, json: value)
    }

    /// Returns the policy's decision for a user.
    ///
    /// - Parameters:
    ///   - context: The versions and attributes of the user.
    ///   - language: The user's language as a tag; `nil` uses ``FeatureToggles/EvaluationContext/updateLanguage``.
    /// - Returns: The decision, and the entry that made it.
    /// - Complexity: O(*n*) in the number of entries and their patterns.
    public func verdict(for context: EvaluationContext, language: String? = nil) -> Verdict {
        let (app, os) = context.versions
        let index = entries.firstIndex { $0.matches(app: app, os: os) && $0.isAbout(context) }
        return verdict(of: index, for: context, language: language)
    }

    /// Returns the decision of an entry; `nil` stands for no entry.
    package func verdict(of index: Int?, for context: EvaluationContext, language: String?) -> Verdict {
        guard let index, entries.indices.contains(index) else { return Verdict(decision: .upToDate, entry: nil) }
        let entry = entries[index]
        let notice = entry.notice.notice(for: language ?? context.updateLanguage)
        return Verdict(decision: UpdateDecision(entry.level, notice), entry: index)
    }
}

extension EvaluationContext {
    /// The language of notices: the attribute `locale`, or else `language`.
    public var updateLanguage: String? {
        for attribute in [Attribute.locale, Attribute.language] {
            if case .string(let tag)? = self[attribute], !tag.isEmpty { return tag }
        }
        return nil
    }
}

extension JSONLocation {
    /// Returns the line and the column of an offset as text.
    fileprivate static func place(of offset: Int, in text: [UInt8]) -> String {
        let location = text.withUnsafeBufferPointer { JSONLocation(offset: offset, in: $0) }
        return "line \(location.line), column \(location.column)"
    }
}
