/// The links that a notice can have.
///
/// A link comes from a remote file and the system opens it. A manipulated policy must not open a file, a script, or
/// another app.
public enum StoreLink {
    /// The schemes that are allowed by default: web pages, Apple's App Store, and Google Play.
    public static let standardSchemes: Set<String> = ["https", "itms-apps", "itms-appss", "market"]

    /// Returns why a link is not allowed, or `nil` if it is allowed.
    ///
    /// - Parameters:
    ///   - link: A URL.
    ///   - schemes: The allowed schemes, in lower case.
    /// - Returns: A clause that says what is wrong, and what to write instead.
    static func problem(of link: String, schemes: Set<String>) -> String? {
        guard link.utf8.count <= 2_048 else {
            return "the link has \(link.utf8.count) bytes, more than the 2048 that are accepted; write a shorter one"
        }
        guard link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return
                "the link has a space, a control character or a letter that is invalid in a URL; write it percent-encoded"
        }
        let list = schemes.sorted().joined(separator: ", ")
        guard let colon = link.firstIndex(of: ":"), colon != link.startIndex else {
            return "‘\(link)’ has no scheme; write a whole link, such as https://example.com/app"
        }
        let scheme = link[..<colon].lowercased()
        guard schemes.contains(scheme) else {
            return "links with the scheme ‘\(scheme)’ are not allowed; allowed are \(list)"
        }
        let rest = link[link.index(after: colon)...]
        guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#".contains(first) else {
            return "‘\(link)’ has no host; write \(scheme)://, a host and a path"
        }
        // Users would mistake the text in front of an @ for the host.
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), !authority.contains("\\") else {
            return "the link has text in front of its host; write only the host"
        }
        return nil
    }
}
