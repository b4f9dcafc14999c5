public import FeatureToggles
import ToggleBase

/// Reports once a day which toggles the app read, and whether they differed from their defaults.
///
/// Nothing is collected unless an app creates a report, and nothing is sent unless it calls ``run()``:
///
/// ```swift
/// let usage = UsageReport(of: client, storedAt: path) { message in
///     guard let url = URL(string: "https://example.com/usage?\(message.query)") else { return }
///     _ = try await URLSession.shared.data(from: url)
/// }
/// Task { await usage.run() }
/// ```
///
/// An installation sends at most one message a day, about a day that is over, after a random delay of up to six hours. A
/// message that can't be sent is lost. Processes that share the file, such as an app and its extensions, send one
/// message together.
///
/// Reads cost what they did: only the first read of a toggle after the start and on each new day takes longer. Reads
/// from snapshots aren't noticed, and neither are release toggles, which are constants in a RELEASE build. A toggle
/// counts as changed if its value in the client's context differed from its default after it was read. Create one report
/// per client, right after the client.
public final class UsageReport: Sendable {
    /// What happened since the day began.
    private struct Progress {
        var day: CalendarDate?
        /// The toggles whose value differed from the default while they counted as read, in the order of the definitions.
        var changed: [Bool]
        /// Whether the current values differ from the defaults, and the indices of the variants.
        var current: [(isChanged: Bool, variant: Int?)]

        /// Notes the toggles that were read while their values differed from the defaults.
        mutating func add(_ reads: [Bool]) {
            for index in changed.indices where index < reads.count && index < current.count && reads[index] {
                changed[index] = changed[index] || current[index].isChanged
            }
        }
    }

    private let client: ToggleClient
    private let appVersion: String?
    private let file: DurableFile
    private let layout: UsageLayout
    private let send: @Sendable (UsageMessage) async throws -> Void
    private let now: @Sendable () -> Int64
    private let delay: @Sendable () -> Int64
    private let sleep: @Sendable (Duration) async throws -> Void
    private let progress: Mutex<Progress>
    private let observation: Mutex<ChangeObservation?> = Mutex(nil)

    /// The time between two looks at the clock.
    static let interval = Duration.seconds(1_800)

    /// Creates a report, which begins to notice reads.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - appVersion: The version of the app; `nil` for the attribute `appVersion` of the client's context. Without
    ///     either, nothing is reported.
    ///   - path: The file in which the day's reads are kept, about 1 KB. Processes of an installation share it, so put it
    ///     into their app group if there are extensions.
    ///   - send: Sends a message. It's called at most once a day.
    public convenience init(
        of client: ToggleClient,
        appVersion: String? = nil,
        storedAt path: String,
        send: @escaping @Sendable (UsageMessage) async throws -> Void
    ) {
        self.init(
            of: client,
            appVersion: appVersion,
            file: DurableFile(path: path, maximumSize: 1 << 20, lockTimeout: .seconds(2)),
            now: { SystemTime.secondsSince1970 },
            delay: { Int64.random(in: 0...UsageLedger.maximumDelay) },
            sleep: { try await Task.sleep(for: $0) },
            send: send
        )
    }

    init(
        of client: ToggleClient,
        appVersion: String?,
        file: DurableFile,
        now: @escaping @Sendable () -> Int64,
        delay: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        send: @escaping @Sendable (UsageMessage) async throws -> Void
    ) {
        self.client = client
        if case .string(let version)? = client.context[EvaluationContext.Attribute.appVersion] {
            self.appVersion = appVersion ?? version
        } else {
            self.appVersion = appVersion
        }
        self.file = file
        self.now = now
        self.delay = delay
        self.sleep = sleep
        self.send = send
        let definitions = client.definitions
        layout = UsageLayout(definitions.map { ($0.key, $0.category, $0.type) })
        let progress = Progress(
            day: CalendarDate(secondsSince1970: now()),
            changed: definitions.map { _ in false },
            current: Self.values(of: client)
        )
        self.progress = Mutex(progress)
        client.forgetReads()
        let observer = client.observe { [weak self] in self?.noteChange() }
        observation.withLock { $0 = observer }
    }

    // MARK: - Noticing

    private static func values(of client: ToggleClient) -> [(isChanged: Bool, variant: Int?)] {
        zip(client.definitions, client.evaluations()).map { definition, event in
            var variant: Int?
            if case .variants(let names) = definition.type, case .string(let name) = event.value {
                variant = names.firstIndex(of: name)
            }
            return (event.value != definition.defaultValue, variant)
        }
    }

    /// Attributes the values before a change to the toggles that were read until now.
    private func noteChange() {
        let (reads, values) = (client.readToggles(), Self.values(of: client))
        progress.withLock { progress in
            progress.add(reads)
            progress.current = values
        }
    }

    /// Returns what is known about the day, and the day, and begins the next one if it's over.
    private func collect() -> (cells: [UsageCell], day: CalendarDate)? {
        let today = CalendarDate(secondsSince1970: now())
        let reads = client.readToggles()
        let definitions = client.definitions
        return progress.withLock { progress -> ([UsageCell], CalendarDate)? in
            guard let today, let day = progress.day else {
                progress.day = today
                return nil
            }
            progress.add(reads)
            var cells: [String: UsageCell] = [:]
            for (index, definition) in definitions.enumerated()
            where index < reads.count && index < progress.changed.count && reads[index] {
                let cell = UsageCell(
                    isRead: true,
                    isChanged: progress.changed[index],
                    variant: progress.current[index].variant
                )
                cells[definition.key, default: UsageCell()].add(cell)
            }
            if day != today {
                progress.day = today
                progress.changed = progress.changed.map { _ in false }
                client.forgetReads()
            }
            return (layout.entries.map { cells[$0.key] ?? UsageCell() }, day)
        }
    }

    // MARK: - Reporting

    /// Stores the reads so far, for example when the app goes into the background.
    ///
    /// ``run()`` does this every half hour, too. A process that ends without it loses the reads since then.
    public func save() {
        guard let appVersion, let (cells, day) = collect() else { return }
        let (layout, now, delay) = (layout, now(), delay())
        _ = try? file.update { bytes in
            var ledger = UsageLedger(bytes)
            ledger.add(cells, layout, appVersion: appVersion, day: day, now: now, delay: delay)
            return .replace(ledger.bytes)
        }
    }

    /// Stores reads and sends messages until the task is canceled.
    public func run() async {
        while !Task.isCancelled {
            save()
            await sendDue()
            do { try await sleep(Self.interval) } catch { break }
        }
        save()
    }

    private func sendDue() async {
        let (layout, now) = (layout, now())
        var page: UsageLedger.Page?
        _ = try? file.update { bytes in
            var ledger = UsageLedger(bytes)
            page = ledger.take(now: now)
            return page == nil ? .keep : .replace(ledger.bytes)
        }
        // The toggles of another version of the app have another layout; its message needs no names.
        guard let page else { return }
        let message = UsageMessage(page, layout)
        // Not sent again, so that there is at most one message a day.
        try? await send(message)
    }

    /// Deletes what an installation remembers, for example when a person opts out.
    ///
    /// - Parameter path: The file.
    public static func forget(storedAt path: String) {
        _ = try? DurableFile(path: path, maximumSize: 1 << 20).update {
            $0 == nil ? .keep : .replace(UsageLedger().bytes)
        }
    }
}
