import ToggleBase
import ToggleHTTP

/// Prevents two runs from filing the same tickets, with a project label that only one of them can create.
///
/// Trackers reject a second label with the same name; nothing else in them is unique. The run that created the label
/// deletes it at the end, unless another run has replaced it. The label of a run that was killed expires after
/// ``patience``.
struct FilingClaim: Sendable {
    /// The name of the label.
    static let name = "toggles-filing"
    /// The maximum duration of a run, in seconds.
    static let patience = 900

    let tracker: TicketTracker
    let client: TrackerClient
    let now: @Sendable () -> Int

    /// The text that distinguishes this run's label from that of another run.
    private let token = String(UInt64.random(in: .min ... .max), radix: 36)

    private static let start = "toggles tickets is filing since "

    init(tracker: TicketTracker, client: TrackerClient, now: @escaping @Sendable () -> Int) {
        self.tracker = tracker
        self.client = client
        self.now = now
    }

    /// Creates the label.
    ///
    /// - Returns: Whether there is a label to delete. There is none if the token isn't allowed to create labels; then
    ///   nothing prevents another run.
    /// - Throws: ``TicketError`` while another run files tickets.
    func take() async throws(TicketError) -> Bool {
        // Tries once more if the label of another run was deleted in the meantime, or has expired.
        for _ in 0..<2 {
            do {
                _ = try await client.send(.post, tracker.labels, body: label)
                return true
            } catch {
                switch error.status {
                case 409, 422: break
                case 403, 404: return false
                default: throw error
                }
            }
            let present = try await present()
            if let since = present.flatMap({ since($0) }), now() - since < Self.patience {
                throw TicketError(
                    """
                    Another run is filing tickets there, and began \(max(0, now() - since)) seconds ago; run the command \
                    again when it is done. If there is none, delete the label ‘\(Self.name)’, or wait \
                    \(Self.patience / 60) minutes.
                    """
                )
            }
            // Deletes the label only if no other run has replaced it in the meantime.
            if let present, try await self.present() == present { await delete() }
        }
        throw TicketError("Other runs are filing tickets there; run the command again.")
    }

    /// Deletes the label; if that fails, the label expires.
    func release() async {
        if (try? await present())?.hasSuffix(" as \(token)") == true { await delete() }
    }

    private func delete() async {
        _ = try? await client.send(.delete, "\(tracker.labels)/\(Self.name)")
    }

    private var label: JSONValue {
        [
            "name": .string(Self.name), "color": .string(tracker.service == .gitLab ? "#ededed" : "ededed"),
            "description": .string("\(Self.start)\(now()) as \(token)"),
        ]
    }

    /// Returns the start of the run in a label's description, in seconds since 1970; `nil` if there is none.
    private func since(_ description: String) -> Int? {
        guard description.hasPrefix(Self.start),
            let since = description.dropFirst(Self.start.count).split(separator: " ").first.flatMap({ Int($0) }),
            (0...max(0, now())).contains(since)
        else { return nil }
        return since
    }

    /// Returns the description of the existing label; `nil` if there is no label.
    private func present() async throws(TicketError) -> String? {
        do {
            let answer = try await client.send(.get, "\(tracker.labels)/\(Self.name)")
            guard case .object(let label) = answer.value, case .string(let text)? = label["description"] else {
                return ""
            }
            return text
        } catch {
            if error.status == 404 { return nil }
            throw error
        }
    }
}
