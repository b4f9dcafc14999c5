/// Which links a notice may have.
///
/// A link comes from afar and is opened by the system, so that a policy that somebody tampered with must not lead to a file,
/// a script or another app.
public enum StoreLink {
    /// The schemes that are allowed when nobody says otherwise: pages, Apple's App Store and Google Play.
    public static let standardSchemes: Set<String> = ["https", "itms-apps", "itms-appss", "market"]

    /// Why a link may not be opened; `nil` when it may.
    ///
    /// - Parameters:
    ///   - link: A URL.
    ///   - schemes: The allowed schemes, in lower case.
    /// - Returns: A clause that says what is wrong and what to write instead.
    static func problem(of link: String, schemes: Set<String>) -> String? {
        guard link.utf8.count <= 2_048 else {
            return "the link has \(link.utf8.count) bytes, more than the 2048 that are accepted; write a shorter one"
        }
        guard link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "the link has a space, a control character or a letter that URLs have not; write it percent-encoded"
        }
        let list = schemes.sorted().joined(separator: ", ")
        guard let colon = link.firstIndex(of: ":"), colon != link.startIndex else {
            return "‘\(link)’ has no scheme; write a whole link, such as https://example.com/app"
        }
        let scheme = link[..<colon].lowercased()
        guard schemes.contains(scheme) else {
            return "links of the scheme ‘\(scheme)’ are not opened; allowed are \(list)"
        }
        let rest = link[link.index(after: colon)...]
        guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#".contains(first) else {
            return "‘\(link)’ leads nowhere; write \(scheme)://, a host and a path"
        }
        // Nobody sees who is in front of an @, and takes it for the host.
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), !authority.contains("\\") else {
            return "the link has something in front of its host; write the host alone"
        }
        return nil
    }
}
