import Foundation
import ToggleBase
import ToggleHTTP
import ToggleLint
import ToggleTool

/// Files tickets, one for each toggle.
///
/// A ticket is identified by the marker in its body. Before anything is filed, all issues with the label are searched,
/// including closed ones, so a closed ticket is not filed again.
struct TicketFiling: Sendable {
    /// The result for a ticket.
    enum Outcome: Sendable, Equatable {
        /// It was filed, at this URL.
        case filed(String)
        /// It already existed, at this URL.
        case present(String)
        /// It couldn't be filed, for this reason.
        case failed(String)
    }

    /// The assignees and labels for an owner of toggles.
    struct Addressee: Sendable, Hashable {
        /// The users to assign the ticket to.
        var assignees: [String] = []
        /// The labels in addition to the common one.
        var labels: [String] = []

        init(assignees: [String] = [], labels: [String] = []) {
            self.assignees = assignees
            self.labels = labels
        }
    }

    private let tracker: TicketTracker
    private let client: TrackerClient
    private let claim: FilingClaim
    private let label: String
    private let addressees: [String: Addressee]
    /// The maximum number of pages of issues that are searched.
    private static let pages = 100

    /// Creates a filing.
    ///
    /// - Parameters:
    ///   - tracker: The tracker.
    ///   - token: The access token; from now on, it's never printed.
    ///   - label: The label of all tickets.
    ///   - addressees: The assignees and labels by owner.
    ///   - transport: The transport that sends the requests.
    ///   - timeout: The time limit for one response.
    ///   - now: The current time, in seconds since 1970.
    init(
        to tracker: TicketTracker,
        token: String,
        label: String,
        addressees: [String: Addressee] = [:],
        transport: any HTTPTransport,
        timeout: Duration = .seconds(30),
        now: @escaping @Sendable () -> Int
    ) {
        ToolOutput.hide(token)
        self.tracker = tracker
        self.label = label
        self.addressees = addressees
        client = TrackerClient(service: tracker.service, token: token, transport: transport, timeout: timeout, now: now)
        claim = FilingClaim(tracker: tracker, client: client, now: now)
    }

    /// Files the tickets that don't exist yet, if no other run is filing.
    ///
    /// - Parameter tickets: The tickets.
    /// - Returns: The result for each ticket, in their order. After an error that would also affect the other tickets,
    ///   nothing more is tried.
    /// - Throws: ``TicketError`` if the existing tickets can't be determined, or while another run files tickets; then
    ///   nothing was filed.
    func file(_ tickets: [RemovalTicket]) async throws(TicketError) -> [(RemovalTicket, Outcome)] {
        let present = try await filed()
        // Most runs have nothing to file, and don't change the project's labels.
        guard tickets.contains(where: { present[$0.key] == nil }) else {
            return tickets.map { ($0, .present(present[$0.key] ?? "")) }
        }
        let isClaimed = try await claim.take()
        do {
            // Searches again, because another run may have filed tickets in the meantime.
            let result = try await file(tickets, beside: filed())
            if isClaimed { await claim.release() }
            return result
        } catch {
            if isClaimed { await claim.release() }
            throw error
        }
    }

    private func file(_ tickets: [RemovalTicket], beside present: [String: String]) async -> [(RemovalTicket, Outcome)]
    {
        var result: [(RemovalTicket, Outcome)] = []
        var end: TicketError?
        for ticket in tickets {
            if let address = present[ticket.key] {
                result.append((ticket, .present(address)))
                continue
            }
            if let end {
                result.append((ticket, .failed("not tried: \(end)")))
                continue
            }
            do {
                result.append((ticket, .filed(try await file(ticket))))
            } catch {
                if error.isFinal { end = error }
                result.append((ticket, .failed(error.description)))
            }
        }
        return result
    }

    // MARK: - Existing tickets

    /// Returns the URLs of the existing tickets by key.
    private func filed() async throws(TicketError) -> [String: String] {
        var result: [String: String] = [:]
        for page in 1...Self.pages {
            let name = label.percentEncoded
            let scope = tracker.service == .gitLab ? "&scope=all" : ""
            let answer = try await client.send(
                .get,
                "\(tracker.issues)?state=all\(scope)&labels=\(name)&per_page=100&page=\(page)"
            )
            guard case .array(let issues) = answer.value else {
                throw TicketError("\(tracker.service.rawValue) responds with something other than a list of issues.")
            }
            for case .object(let issue) in issues where issue["pull_request"] == nil {
                let texts = issue["body"] ?? issue["description"] ?? .null
                guard case .string(let body) = texts, let key = Self.key(in: body) else { continue }
                result[key] = result[key] ?? Self.address(of: issue)
            }
            if !answer.hasNextPage || issues.isEmpty { return result }
        }
        throw TicketError(
            "More than \(Self.pages * 100) issues have the label ‘\(label)’; choose a separate one with --label."
        )
    }

    /// Returns the key in the marker of a body.
    static func key(in body: String) -> String? {
        let parts = RemovalTicket.marker(of: "\u{0}").split(separator: "\u{0}").map(String.init)
        guard parts.count == 2, let start = body.range(of: parts[0]),
            let end = body.range(of: parts[1], range: start.upperBound..<body.endIndex)
        else { return nil }
        let key = String(body[start.upperBound..<end.lowerBound])
        return !key.isEmpty && !key.contains(where: \.isWhitespace) ? key : nil
    }

    private static func address(of issue: JSONObject) -> String {
        for name in ["html_url", "web_url"] {
            if case .string(let address)? = issue[name] { return address }
        }
        return "an issue without an address"
    }

    // MARK: - Filing

    private func file(_ ticket: RemovalTicket) async throws(TicketError) -> String {
        let addressee = addressees[ticket.owner] ?? Addressee()
        do {
            return try await create(ticket, addressee)
        } catch {
            // A user who left the project can't be assigned; filing the ticket is more important.
            guard error.status == 422 || error.status == 400, !addressee.assignees.isEmpty else { throw error }
            return try await create(ticket, Addressee(labels: addressee.labels))
        }
    }

    private func create(_ ticket: RemovalTicket, _ addressee: Addressee) async throws(TicketError) -> String {
        let labels = [label] + addressee.labels
        var body: JSONObject = ["title": .string(ticket.title)]
        switch tracker.service {
        case .gitHub:
            body["body"] = .string(ticket.body)
            body["labels"] = .array(labels.map { .string($0) })
            if !addressee.assignees.isEmpty { body["assignees"] = .array(addressee.assignees.map { .string($0) }) }
        case .gitLab:
            body["description"] = .string(ticket.body)
            body["labels"] = .string(labels.joined(separator: ","))
            if let due = ticket.due { body["due_date"] = .string(due.description) }
            var identifiers: [JSONValue] = []
            for name in addressee.assignees { identifiers += try await identifier(of: name) }
            if !identifiers.isEmpty { body["assignee_ids"] = .array(identifiers) }
        }
        let answer = try await client.send(.post, tracker.issues, body: .object(body))
        guard case .object(let issue) = answer.value else { return "an issue without an address" }
        try checkLabel(of: issue)
        return Self.address(of: issue)
    }

    /// Throws an error if an issue lacks the label by which the next run finds it.
    ///
    /// GitHub silently drops labels if the caller isn't allowed to set them.
    private func checkLabel(of issue: JSONObject) throws(TicketError) {
        guard case .array(let labels)? = issue["labels"] else { return }
        let names = labels.map { label in
            if case .object(let object) = label { object["name"] ?? .null } else { label }
        }
        // Both services compare the names of labels without regard to case, and return the existing spelling.
        let isThere = names.contains {
            if case .string(let name) = $0 { name.lowercased() == label.lowercased() } else { false }
        }
        guard !isThere else { return }
        throw TicketError(
            """
            \(tracker.service.rawValue) filed it as \(Self.address(of: issue)) and dropped the label ‘\(label)’, without which \
            the next run files it again; add the label, and use a token that may label issues.
            """
        )
    }

    /// Returns the numeric identifier of a GitLab user; empty if there is no user with the name.
    private func identifier(of name: String) async throws(TicketError) -> [JSONValue] {
        let answer = try await client.send(.get, "\(tracker.api)/users?username=\(name.percentEncoded)")
        guard case .array(let people) = answer.value, case .object(let person)? = people.first,
            let identifier = person["id"]
        else { return [] }
        return [identifier]
    }
}
