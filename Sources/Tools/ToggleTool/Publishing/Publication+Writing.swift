import ToggleBase

extension Publication {
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
