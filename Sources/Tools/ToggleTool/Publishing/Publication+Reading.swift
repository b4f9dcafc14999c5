import ToggleBase

extension Publication {
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
    package struct History<Row: Sendable>: Sendable {
        /// What was wanted of the entries, the newest first.
        package fileprivate(set) var rows: [Row] = []
        /// The files that aren't entries, the newest first.
        package fileprivate(set) var damaged: [Damage] = []
        /// The revision of the last entry that was read and doesn't count.
        package fileprivate(set) var lastOther: Int?
        /// The target; `nil` if its last entry is damaged.
        package let state: State?
    }

    /// The number of successive files that aren't entries after which a history isn't one.
    private static let maximumDamaged = 20

    /// Reads the newest entries of the history, one at a time, because each contains a whole document.
    ///
    /// Damaged files are skipped.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - row: Returns what is wanted of an entry; `nil` if it doesn't count.
    /// - Returns: The history.
    /// - Throws: ``ToolError`` if the store can't be read, or if too many files aren't entries.
    package func history<Row>(
        limit: Int = .max,
        of row: (HistoryEntry) -> Row?
    ) async throws -> History<Row> {
        var history = History<Row>(state: try? await state())
        var (next, damaged): (Int?, Int) = (nil, 0)
        if let state = history.state {
            next = state.last?.revision
        } else {
            // If it's another problem, this fails, too.
            next = try await last(read(address).map { PublishedDocument($0.bytes) })?.revision
        }
        while let revision = next, history.rows.count < limit {
            switch try await file(ofRevision: revision) {
            case .entry(let entry)?:
                damaged = 0
                if let row = row(entry) { history.rows.append(row) } else { history.lastOther = entry.revision }
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
}
