import Foundation

/// An issue tracker in which tickets are filed.
package struct TicketTracker: Sendable, Hashable {
    /// The service whose API the tracker uses.
    package enum Service: String, Sendable, Hashable {
        /// GitHub, or GitHub Enterprise.
        case gitHub = "GitHub"
        /// GitLab, on any server.
        case gitLab = "GitLab"
    }

    /// The reason why the token must not be sent to an address, or the project is invalid.
    package struct Refusal: Error, Sendable, CustomStringConvertible {
        /// A sentence without a full stop.
        package let description: String
    }

    /// The service whose API the tracker uses.
    package let service: Service
    /// The repository or project, `owner/name`.
    package let project: String
    /// The root URL of the API, without a trailing slash.
    let api: String

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - service: The service whose API the tracker uses.
    ///   - project: The repository or project: `owner/name`, with any number of groups on GitLab.
    ///   - api: The root URL of the API; `nil` for the public one.
    /// - Throws: ``Refusal`` if the project is invalid, or the token would be sent unencrypted.
    package init(_ service: Service, project: String, api: String? = nil) throws(Refusal) {
        let parts = project.split(separator: "/", omittingEmptySubsequences: false)
        let isKnown = project.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
        guard isKnown, parts.count >= 2, service == .gitLab || parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { throw Refusal(description: "‘\(project)’ is no project; write OWNER/NAME") }
        let root = api ?? (service == .gitHub ? "https://api.github.com" : "https://gitlab.com/api/v4")
        guard let url = URL(string: root), let host = url.host, url.query == nil, url.user == nil,
            url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "::1"].contains(host)
        else { throw Refusal(description: "‘\(root)’ is no https address; the token is sent nowhere else") }
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
