/// A notice in several languages.
public struct LocalizedNotice: Sendable, Hashable {
    /// The texts for users who speak none of the languages, and for members that are missing in a language.
    public let fallback: UpdateNotice
    /// The texts by language tag, as the policy spells it.
    public let languages: [String: UpdateNotice]

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - fallback: The texts for users who speak none of the languages.
    ///   - languages: The texts by language tag (BCP 47).
    public init(_ fallback: UpdateNotice = UpdateNotice(), languages: [String: UpdateNotice] = [:]) {
        self.fallback = fallback
        self.languages = languages
    }

    /// Returns the notice in a language.
    ///
    /// The lookup tries the exact tag, then shorter ones (`zh-Hant-TW`, `zh-Hant`, `zh`), then the texts without a
    /// language. Members that are missing in a language come from the texts without a language. The lookup ignores
    /// case, and treats `-` and `_` as equal.
    ///
    /// - Parameter language: The user's language as a tag (BCP 47), such as "de-AT"; `nil` if it is unknown.
    /// - Returns: The notice.
    /// - Complexity: O(*n*) in the number of languages.
    /// - SeeAlso: https://www.rfc-editor.org/rfc/rfc4647#section-3.4
    public func notice(for language: String?) -> UpdateNotice {
        guard let language, !languages.isEmpty else { return fallback }
        var parts = Self.folded(language).split(separator: "-")
        // Sorted, so that the result is the same each time if a tag occurs in two spellings.
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

    /// Returns a tag in the spelling in which tags are compared.
    static func folded(_ tag: String) -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "-") || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
        }
        if tag.utf8.allSatisfy(isPlain) { return tag }
        let folded = tag.lowercased()
        return folded.utf8.contains(UInt8(ascii: "_")) ? String(folded.map { $0 == "_" ? "-" : $0 }) : folded
    }
}
