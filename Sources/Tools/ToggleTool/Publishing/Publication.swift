import ToggleBase

/// Publishes documents to a target, with a history beside it.
///
/// The entry of a revision is written before the document, on condition that it doesn't exist yet. It decides which
/// publisher has the revision, and it's a promise: a later publisher puts the document of the last entry into place before it publishes
/// its own. So every entry was the document at some time, and a publisher that is killed leaves nothing to repair.
///
/// - If the target has the document of the last entry, the last publication is complete.
/// - If it still has the file that the last entry replaces, that publication was interrupted, or isn't finished yet.
/// - If it has another file, something else changed it. This file gets an entry of its own first.
package struct Publication: Sendable {
    /// The store of the target.
    package let store: any DocumentStore
    /// The address of the document.
    package let address: RemoteAddress
    /// Whether writes have no conditions, because the store ignores them.
    package let isUnconditional: Bool
    /// The arguments with which other commands find the target.
    private let words: String

    /// Creates a publication.
    ///
    /// - Parameters:
    ///   - address: The address of the document.
    ///   - store: The store of the target.
    ///   - isUnconditional: Whether writes have no conditions.
    ///   - words: The arguments with which other commands find the target; by default its address.
    package init(
        to address: RemoteAddress,
        in store: any DocumentStore,
        isUnconditional: Bool = false,
        words: String? = nil
    ) {
        self.address = address
        self.words = words ?? address.text.quotedForShell
        self.store = store
        self.isUnconditional = isUnconditional
    }

    /// What a target has.
    package struct State: Sendable {
        /// The file at the target.
        package let current: StoredFile?
        /// The last entry of the history.
        package let last: HistoryEntry?

        /// The last publication, if the document isn't in place yet.
        package var interrupted: HistoryEntry? {
            guard let last, last.document != current?.bytes, last.isReplacing(current?.bytes) else { return nil }
            return last
        }

        /// Whether the file isn't one that the history has.
        package var isForeign: Bool {
            current != nil && last?.document != current?.bytes && interrupted == nil
        }

        /// The document that the next one replaces: the one at the target, or that of the interrupted publication.
        package var document: PublishedDocument? {
            (interrupted?.document ?? current?.bytes).map { PublishedDocument($0) }
        }

        /// The revision of ``document``, with the one that a foreign file gets.
        package var revision: Int {
            let known = last?.revision ?? 0
            guard isForeign else { return known }
            return max(known + 1, document?.revision ?? 0)
        }
    }

    /// A step that was taken.
    package enum Step: Sendable, Hashable {
        /// The document of an interrupted publication is in place.
        case completed(HistoryEntry)
        /// A file that something else wrote has an entry.
        case adopted(revision: Int)
        /// The history has an entry of the new revision.
        case recorded(revision: Int)
        /// The document is in place, and was read back.
        case published(revision: Int)
        /// The document was in place, and a later revision has replaced it.
        case replaced(revision: Int, by: HistoryEntry)
    }

    // MARK: - Reading

    /// Reads the target and the end of its history.
    ///
    /// - Throws: ``ToolError`` if the store can't be read.
    package func state() async throws -> State {
        for _ in 0..<5 {
            let current = try await read(address)
            let state = State(current: current, last: try await lastEntry(current.map { PublishedDocument($0.bytes) }))
            // Between the two reads, another publisher can have finished.
            guard state.isForeign else { return state }
            if try await read(address)?.bytes == current?.bytes { return state }
        }
        throw ToolError(
            "\(address.text) was changed several times while it was read. Nothing was written; try again.",
            code: .conflict
        )
    }

    /// Reads the entry of a revision; `nil` if it doesn't exist.
    ///
    /// - Throws: ``ToolError`` if the store can't be read, or the file isn't an entry.
    package func entry(_ revision: Int) async throws -> HistoryEntry? {
        switch try await file(ofRevision: revision) {
        case .entry(let entry)?: return entry
        case .damaged?:
            throw ToolError.usage(
                "\(damage(revision).sentence) If something else wrote it, restore it from a backup; nothing was written."
            )
        case nil: return nil
        }
    }

    /// What the history has for a revision.
    private enum Found {
        case entry(HistoryEntry)
        case damaged
    }

    private func file(ofRevision revision: Int) async throws(ToolError) -> Found? {
        guard let file = try await read(place(ofRevision: revision)) else { return nil }
        guard let entry = HistoryEntry(file.bytes), entry.revision == revision else { return .damaged }
        return .entry(entry)
    }

    private func damage(_ revision: Int) -> Damage {
        Damage(revision: revision, place: place(ofRevision: revision))
    }

    /// A file of a history that isn't an entry.
    package struct Damage: Sendable, CustomStringConvertible {
        package let revision: Int
        fileprivate let place: RemoteAddress

        /// A sentence that names the file.
        fileprivate var sentence: String {
            "‘\(place.text)’ is not an entry of a history of format \(HistoryEntry.schema)."
        }

        package var description: String { "revision \(revision) is damaged: \(sentence)" }
    }

    /// The entries of a history, as far as they can be read.
    package struct History: Sendable {
        /// The entries, the newest first.
        package fileprivate(set) var entries: [HistoryEntry] = []
        /// The files that aren't entries, the newest first.
        package fileprivate(set) var damaged: [Damage] = []
        /// The last entry that was read and doesn't count.
        package fileprivate(set) var lastOther: HistoryEntry?
        /// The target; `nil` if its last entry is damaged.
        package let state: State?
    }

    /// The number of successive files that aren't entries after which a history isn't one.
    private static let maximumDamaged = 20

    /// Reads the newest entries of the history.
    ///
    /// Damaged files are skipped.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - isWanted: Returns whether an entry counts.
    /// - Returns: The history.
    /// - Throws: ``ToolError`` if the store can't be read, or if too many files aren't entries.
    package func history(
        limit: Int = .max,
        where isWanted: (HistoryEntry) -> Bool = { _ in true }
    ) async throws -> History {
        var history = History(state: try? await state())
        var (next, damaged): (Int?, Int) = (nil, 0)
        if let state = history.state {
            next = state.last?.revision
        } else {
            // If it's another problem, this fails, too.
            next = try await last(read(address).map { PublishedDocument($0.bytes) })?.revision
        }
        while let revision = next, history.entries.count < limit {
            switch try await file(ofRevision: revision) {
            case .entry(let entry)?:
                damaged = 0
                if isWanted(entry) { history.entries.append(entry) } else { history.lastOther = entry }
                next = entry.previous
            case .damaged?:
                history.damaged.append(damage(revision))
                // A server can answer to every address.
                damaged += 1
                guard damaged < Self.maximumDamaged else {
                    throw ToolError.usage(
                        "\(damage(revision).sentence) Neither are the \(damaged - 1) files after it, so this is no history."
                    )
                }
                // The entry would say which one is before it. If numbers were left out there, it's the last one of those
                // at the beginning.
                next = revision - 1
                if try await file(ofRevision: revision - 1) == nil { next = try await last(before: revision)?.revision }
            case nil: next = nil
            }
        }
        return history
    }

    /// Returns the path of the document to whose history a file belongs; `nil` for other files.
    static func document(ofEntry path: String) -> String? {
        let (folder, suffix) = (PathText.folder(of: path), ".history")
        return folder.hasSuffix(suffix) ? String(folder.dropLast(suffix.count)) : nil
    }

    private func place(ofRevision revision: Int) -> RemoteAddress { address.appending(".history/\(revision).json") }

    /// The file with the last number of which the entries before don't follow from those at the beginning.
    private var startPlace: RemoteAddress { address.appending(".history/start.json") }

    private func lastEntry(_ document: PublishedDocument?) async throws -> HistoryEntry? {
        guard let (revision, found) = try await last(document) else { return nil }
        if case .entry(let entry) = found { return entry }
        return try await entry(revision)
    }

    /// Returns the last entry, or what has its place; `nil` without a history.
    private func last(_ document: PublishedDocument?) async throws -> (revision: Int, found: Found)? {
        if let revision = document?.revision, let found = try await file(ofRevision: revision) {
            return try await last(after: (revision, found))
        }
        if let file = try await read(startPlace),
            case .integer(let revision)? = try? JSONReader().value(from: file.bytes)[member: "revision"],
            PublishedDocument.revisions.contains(revision), let found = try await self.file(ofRevision: revision)
        {
            return try await last(after: (revision, found))
        }
        return try await last()
    }

    /// Returns the last entry of those whose numbers have no gaps, which few reads find.
    ///
    /// - Parameters:
    ///   - first: An entry that the history has; `nil` to begin with the first number.
    ///   - end: The number before which to stop, because a server can claim to have every entry.
    /// - Returns: The entry; `nil` without a history.
    /// - Throws: ``ToolError`` if the store can't be read.
    private func last(
        after first: (revision: Int, found: Found)? = nil,
        before end: Int = PublishedDocument.revisions.upperBound + 1
    ) async throws -> (revision: Int, found: Found)? {
        var result = first
        var low: Int { result?.revision ?? 0 }
        var step = 1
        while low + step < end, let next = try await file(ofRevision: low + step) {
            result = (low + step, next)
            step *= 2
        }
        var high = min(low + step, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if let next = try await file(ofRevision: middle) { result = (middle, next) } else { high = middle }
        }
        return result
    }

    private func read(_ address: RemoteAddress) async throws(ToolError) -> StoredFile? {
        do {
            return try await store.read(address)
        } catch {
            throw ToolError(reading: error, address)
        }
    }

    // MARK: - Writing

    /// Publishes a revision, after what must be completed first.
    ///
    /// - Parameters:
    ///   - entry: The entry, whose revision is one higher than that of the state.
    ///   - state: The state that the user confirmed.
    ///   - report: Receives each step when it is done.
    /// - Throws: ``ToolError`` if another publisher was faster, or the store fails.
    package func publish(
        _ entry: HistoryEntry,
        over state: State,
        _ report: @Sendable (Step) -> Void = { _ in }
    ) async throws {
        var tag = try await complete(state, report)
        if state.isForeign, let current = state.current {
            try await adopt(current, state)
            tag = current.tag
            report(.adopted(revision: state.revision))
        }
        if entry.previous == nil, entry.revision > 1 { try await start(at: entry.revision) }
        try await record(entry)
        report(.recorded(revision: entry.revision))
        let result = try await put(entry, over: tag)
        report(
            result.replacement.map { .replaced(revision: entry.revision, by: $0) }
                ?? .published(revision: entry.revision)
        )
    }

    /// Puts the document of an interrupted publication into place.
    ///
    /// - Returns: The tag of the file at the target then; `nil` without a file.
    /// - Throws: ``ToolError`` if the store fails, or a later revision was published.
    @discardableResult
    package func complete(_ state: State, _ report: @Sendable (Step) -> Void = { _ in }) async throws -> String? {
        guard let entry = state.interrupted else { return state.current?.tag }
        let result = try await put(entry, over: state.current?.tag)
        if let later = result.replacement { throw conflict(with: later) }
        report(.completed(entry))
        return result.tag
    }

    /// Writes down where a history begins, or where it continues after a gap.
    private func start(at revision: Int) async throws(ToolError) {
        let start: JSONValue = ["revision": .integer(revision)]
        do {
            _ = try await store.write(JSONWriter().bytes(start), to: startPlace, if: .unconditional)
        } catch {
            throw ToolError(writing: error, startPlace, "Nothing was published.")
        }
    }

    /// Gives a file that something else wrote an entry in the history.
    private func adopt(_ file: StoredFile, _ state: State) async throws {
        let known = state.last?.revision
        if state.revision > (known ?? 0) + 1 { try await start(at: state.revision) }
        let entry = HistoryEntry(
            revision: state.revision,
            previous: known,
            seconds: SystemTime.secondsSince1970,
            author: "unknown",
            reason: "found at the target, written by something other than toggles publish",
            command: "found",
            replaces: nil,
            document: file.bytes
        )
        do {
            try await record(entry)
        } catch {
            // Another publisher can have found the same file.
            guard error.code == .conflict, try await self.entry(state.revision)?.document == file.bytes else {
                throw error
            }
        }
    }

    /// Writes an entry, unless its revision has one.
    private func record(_ entry: HistoryEntry) async throws(ToolError) {
        let place = place(ofRevision: entry.revision)
        let bytes = entry.bytes
        // Without conditions, this is all that can be done.
        if isUnconditional, let other = try await read(place) { throw conflict(with: HistoryEntry(other.bytes)) }
        do {
            _ = try await store.write(bytes, to: place, if: isUnconditional ? .unconditional : .absent)
        } catch {
            let isUnknown = if case DocumentStoreError.unknown = error { true } else { false }
            let isConflict = if case DocumentStoreError.conflict = error { true } else { false }
            guard isUnknown || isConflict else { throw ToolError(writing: error, place, "Nothing was published.") }
            let found: StoredFile?
            do throws(ToolError) {
                found = try await read(place)
            } catch {
                guard isUnknown else { throw error }
                throw ToolError(
                    """
                    The answer to the write of \(place.text) was lost, and it can't be read back: \(error.message) It is \
                    unknown whether revision \(entry.revision) is in the history. The document was not changed; run the \
                    command again.
                    """,
                    code: .unknown
                )
            }
            if let found, found.bytes == bytes { return }
            if isUnknown, found == nil {
                throw ToolError(
                    """
                    The answer to the write of \(place.text) was lost, and there is no such file. Revision \
                    \(entry.revision) was not published; run the command again.
                    """,
                    code: .unavailable
                )
            }
            throw conflict(with: found.flatMap { HistoryEntry($0.bytes) })
        }
    }

    /// Writes the document of an entry that the history has, and reads it back.
    ///
    /// - Returns: The tag of the document, and the later revision that has replaced it already, if any.
    private func put(
        _ entry: HistoryEntry,
        over tag: String?
    ) async throws -> (tag: String, replacement: HistoryEntry?) {
        let condition: WriteCondition = isUnconditional ? .unconditional : tag.map { .matches($0) } ?? .absent
        var failure: DocumentStoreError?
        do {
            _ = try await store.write(entry.document, to: address, if: condition)
        } catch let error as DocumentStoreError {
            switch error {
            case .conflict, .unknown: failure = error
            case .unavailable, .refused:
                throw ToolError(
                    writing: error,
                    address,
                    """
                    Revision \(entry.revision) is in the history and not published. The next publication puts it into \
                    place first.
                    """
                )
            }
        }
        let found: StoredFile?
        do {
            found = try await read(address)
        } catch {
            let what = failure == nil ? "The document was written" : "The answer to the write of the document was lost"
            throw ToolError(
                """
                \(what), and it can't be read back: \(error.message) It is unknown whether revision \(entry.revision) is \
                published; `toggles history \(words)` shows it.
                """,
                code: .unknown
            )
        }
        if let found, found.bytes == entry.document { return (found.tag, nil) }
        // The publisher of a later revision has put this one into place before.
        if let later = try await self.entry(entry.revision + 1), later.previous == entry.revision,
            later.replaces == ContentDigest(entry.document).text
        {
            return (found?.tag ?? "", later)
        }
        let isOld = found?.tag == tag
        switch failure {
        case .unknown where isOld:
            throw ToolError(
                """
                The answer to the write of \(address.text) was lost, and it still has the document before. Revision \
                \(entry.revision) is in the history and not published; run the command again, which puts it into place.
                """,
                code: .unavailable
            )
        case nil where isOld:
            throw ToolError(
                """
                \(address.text) still has the document before, although the store accepted revision \(entry.revision). Is \
                there a cache in front of it? Publish to the store itself.
                """,
                code: .unknown
            )
        default:
            throw ToolError(
                """
                Something other than toggles publish changed \(address.text) in the meantime. Revision \(entry.revision) \
                is in the history and not published; run the command again to publish over the change.
                """,
                code: .conflict
            )
        }
    }

    /// The error for a revision that another publisher has published.
    private func conflict(with other: HistoryEntry?) -> ToolError {
        guard let other else {
            return ToolError("Another publisher changed \(address.text). Nothing was published.", code: .conflict)
        }
        let lines = other.lines.isEmpty ? "" : "\n" + other.lines.joined(separator: "\n")
        return ToolError(
            """
            Nothing was published to \(address.text), because it has a newer document: \(other.title). Compare it with \
            yours, and run the command again.\(lines)
            """,
            code: .conflict
        )
    }
}

extension ToolError {
    /// The error of a command that can't read a store.
    package init(reading error: any Error, _ address: RemoteAddress) {
        self.init(writing: error, address, "Nothing was written.")
    }

    /// The error of a command that can't write to a store.
    ///
    /// - Parameters:
    ///   - error: The store's error.
    ///   - address: The address.
    ///   - effect: What was written before, as a sentence.
    package init(writing error: any Error, _ address: RemoteAddress, _ effect: String) {
        let (reason, code): (String, Code) =
            switch error {
            case DocumentStoreError.conflict(let reason): (reason, .conflict)
            case DocumentStoreError.unavailable(let reason): (reason, .unavailable)
            case DocumentStoreError.unknown(let reason): (reason, .unknown)
            case DocumentStoreError.refused(let reason): (reason, .usage)
            case let error as ToolError: (error.message, error.code)
            default: ("\(error)", .usage)
            }
        let name = reason.contains(address.text) ? "" : "\(address.text): "
        self.init([name + reason.sentence, effect].filter { !$0.isEmpty }.joined(separator: " "), code: code)
    }
}
