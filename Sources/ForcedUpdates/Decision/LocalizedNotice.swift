/// What people are told, in the languages that the policy has.
public struct LocalizedNotice: Sendable, Hashable {
    /// The texts for whoever speaks none of the languages, and for what these leave out.
    public let fallback: UpdateNotice
    /// The texts by language tag, as the policy spells it.
    public let languages: [String: UpdateNotice]

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - fallback: The texts for whoever speaks none of the languages.
    ///   - languages: The texts by language tag (BCP 47).
    public init(_ fallback: UpdateNotice = UpdateNotice(), languages: [String: UpdateNotice] = [:]) {
        self.fallback = fallback
        self.languages = languages
    }

    /// The notice for a person.
    ///
    /// Looked up in this order: the exact tag, the tag without its last part as often as it has one (`zh-Hant-TW`, `zh-Hant`,
    /// `zh`), the texts without a language. What the language found leaves out is taken from the texts without one. Upper and lower
    /// case are the same, and so are `-` and `_`.
    ///
    /// - Parameter language: The person's language as a tag (BCP 47), such as "de-AT"; `nil` for an unknown one.
    /// - Returns: The notice.
    /// - Complexity: O(*n*) in the number of languages.
    /// - SeeAlso: https://www.rfc-editor.org/rfc/rfc4647#section-3.4
    public func notice(for language: String?) -> UpdateNotice {
        guard let language, !languages.isEmpty else { return fallback }
        var parts = Self.folded(language).split(separator: "-")
        // Sorted, so that of two spellings of one tag the same is taken each time.
        let known = languages.keys.sorted()
        while !parts.isEmpty {
            let tag = parts.joined(separator: "-")
            if let found = known.first(where: { Self.folded($0) == tag }), var notice = languages[found] {
                notice.language = found
                return fallback.overlaid(by: notice)
            }
            parts.removeLast()
        }
        return fallback
    }

    /// A tag in the spelling in which tags are compared.
    static func folded(_ tag: String) -> String {
        String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
    }
}
