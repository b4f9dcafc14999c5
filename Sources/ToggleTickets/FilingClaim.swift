import FeatureToggles
import FeatureTogglesHTTP

/// Keeps two runs from filing the same tickets: a label of the project that only one of them can create.
///
/// Trackers refuse a second label of the same name, and have nothing else that is there once. The run that created it takes
/// it away when it is done, unless another run has replaced it; that of a run which was killed gives way after ``patience``.
struct FilingClaim: Sendable {
    /// The name of the label.
    static let name = "toggles-filing"
    /// How long a run may take, in seconds.
    static let patience = 900

    let tracker: TicketTracker
    let client: TrackerClient
    let now: @Sendable () -> Int

    /// What tells this run's label from another's.
    private let token = String(UInt64.random(in: .min ... .max), radix: 36)

    private static let start = "toggles tickets is filing since "

    init(tracker: TicketTracker, client: TrackerClient, now: @escaping @Sendable () -> Int) {
        self.tracker = tracker
        self.client = client
        self.now = now
    }

    /// Creates the label.
    ///
    /// - Returns: Whether there is one to take away. There is none where the token may not create labels: then nothing
    ///   keeps another run out.
    /// - Throws: ``TicketError`` while another run files.
    func take() async throws(TicketError) -> Bool {
        // Once more when the label of another run went away meanwhile, or was too old.
        for _ in 0..<2 {
            do {
                _ = try await client.send(.post, tracker.labels, body: label)
                return true
            } catch {
                switch error.status {
                case 409, 422: break
                case 403, 404: return false
                default: throw error.error
                }
            }
            let present = try await present()
            if let since = present.flatMap({ since($0) }), now() - since < Self.patience {
                throw TicketError(
                    description: """
                        Another run is filing tickets there, and began \(max(0, now() - since)) seconds ago; run the command \
                        again when it is done. If there is none, delete the label ‘\(Self.name)’, or wait \
                        \(Self.patience / 60) minutes.
                        """,
                    isFinal: true
                )
            }
            // Not one that another run has put in its place meanwhile.
            if let present, try await self.present() == present { await delete() }
        }
        throw TicketError(description: "Other runs are filing tickets there; run the command again.", isFinal: true)
    }

    /// Takes the label away; where that does not succeed, it gives way in time.
    func giveBack() async {
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

    /// When the run began that a description is of, in seconds since 1970; `nil` where it does not say so.
    private func since(_ description: String) -> Int? {
        guard description.hasPrefix(Self.start),
            let since = description.dropFirst(Self.start.count).split(separator: " ").first.flatMap({ Int($0) }),
            (0...max(0, now())).contains(since)
        else { return nil }
        return since
    }

    /// The description of the label that is there; `nil` without one.
    private func present() async throws(TicketError) -> String? {
        do {
            let answer = try await client.send(.get, "\(tracker.labels)/\(Self.name)")
            guard case .object(let label) = answer.value, case .string(let text)? = label["description"] else {
                return ""
            }
            return text
        } catch {
            if error.status == 404 { return nil }
            throw error.error
        }
    }
}
