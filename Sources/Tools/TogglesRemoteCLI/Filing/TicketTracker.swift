import Foundation

/// An issue tracker in which tickets are filed.
struct TicketTracker: Sendable, Hashable {
    /// The service whose API the tracker uses.
    enum Service: String, Sendable, Hashable {
        /// GitHub, or GitHub Enterprise.
        case gitHub = "GitHub"
        /// GitLab, on any server.
        case gitLab = "GitLab"
    }

    /// The service whose API the tracker uses.
    let service: Service
    /// The repository or project, `owner/name`.
    let project: String
    /// The root URL of the API, without a trailing slash.
    let api: String

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - service: The service whose API the tracker uses.
    ///   - project: The repository or project: `owner/name`, with any number of groups on GitLab.
    ///   - api: The root URL of the API; `nil` for the public one.
    /// - Throws: ``TicketError`` if the project is invalid, or the token would be sent unencrypted.
    init(_ service: Service, project: String, api: String? = nil) throws(TicketError) {
        let parts = project.split(separator: "/", omittingEmptySubsequences: false)
        let isKnown = project.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
        guard isKnown, parts.count >= 2, service == .gitLab || parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { throw TicketError("‘\(project)’ is not a valid project; write OWNER/NAME.") }
        let root = api ?? (service == .gitHub ? "https://api.github.com" : "https://gitlab.com/api/v4")
        guard let url = URL(string: root), let host = url.host, url.query == nil, url.user == nil,
            url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "::1"].contains(host)
        else { throw TicketError("‘\(root)’ is not a valid https URL; the token is sent only over https.") }
        self.service = service
        self.project = project
        self.api = root.hasSuffix("/") ? String(root.dropLast()) : root
    }

    /// The URL of the list of issues.
    var issues: String { "\(root)/issues" }

    /// The URL of the list of labels.
    var labels: String { "\(root)/labels" }

    private var root: String {
        switch service {
        case .gitHub: "\(api)/repos/\(project)"
        case .gitLab: "\(api)/projects/\(project.split(separator: "/").joined(separator: "%2F"))"
        }
    }
}
