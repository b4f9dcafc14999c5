import FeatureToggles
import FeatureTogglesHTTP

/// Keeps two runs from filing the same tickets: a label of the project that only one of them can create.
///
/// Trackers refuse a second label of the same name, and have nothing else that is there once. The run that created it takes
/// it away when it is done; that of a run which was killed gives way after ``patience``.
struct FilingClaim: Sendable {
    /// The name of the label.
    static let name = "toggles-filing"
    /// How long a run may take, in seconds.
    static let patience = 900

    let tracker: TicketTracker
    let client: TrackerClient
    let now: @Sendable () -> Int

    private static let start = "toggles tickets is filing since "

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
            if let since = try await presentSince(), now() - since < Self.patience {
                throw TicketError(
                    description: """
                        Another run is filing tickets there, and began \(max(0, now() - since)) seconds ago; run the command \
                        again when it is done. If there is none, delete the label ‘\(Self.name)’, or wait \
                        \(Self.patience / 60) minutes.
                        """,
                    isFinal: true
                )
            }
            await giveBack()
        }
        throw TicketError(description: "Other runs are filing tickets there; run the command again.", isFinal: true)
    }

    /// Takes the label away; where that does not succeed, it gives way in time.
    func giveBack() async {
        _ = try? await client.send(.delete, "\(tracker.labels)/\(Self.name)")
    }

    private var label: JSONValue {
        [
            "name": .string(Self.name), "color": .string(tracker.service == .gitLab ? "#ededed" : "ededed"),
            "description": .string("\(Self.start)\(now())"),
        ]
    }

    /// When the run began whose label is there, in seconds since 1970; long ago for a label that does not say so.
    private func presentSince() async throws(TicketError) -> Int? {
        do {
            let answer = try await client.send(.get, "\(tracker.labels)/\(Self.name)")
            guard case .object(let label) = answer.value, case .string(let text)? = label["description"],
                text.hasPrefix(Self.start), let since = Int(text.dropFirst(Self.start.count))
            else { return 0 }
            return since
        } catch {
            if error.status == 404 { return nil }
            throw error.error
        }
    }
}
