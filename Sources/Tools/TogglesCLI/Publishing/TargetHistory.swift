import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// The history of a target.
struct TargetHistory {
    let target: PublishingTarget
    private let publication: Publication

    init(_ target: PublishingTarget) {
        self.target = target
        publication = Publication(to: target.address, in: target.store)
    }

    /// Reads the newest entries, one at a time.
    ///
    /// Those that are damaged are skipped.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - row: Returns what is wanted of an entry; `nil` if it doesn't count.
    /// - Returns: The history.
    /// - Throws: ``ToolError`` if the store can't be read.
    func read<Row>(
        limit: Int = .max,
        _ row: @escaping @Sendable (HistoryEntry) -> Row?
    ) throws -> Publication.History<Row> {
        let publication = publication
        return try BlockingWork.value { try await publication.history(limit: limit, of: row) }
    }

    /// Reads the entry of a revision.
    ///
    /// - Throws: ``ToolError`` if the history doesn't have it.
    func require(_ revision: Int) throws -> HistoryEntry {
        let publication = publication
        if let entry = try BlockingWork.value({ try await publication.entry(revision) }) { return entry }
        throw ToolError.usage(
            """
            The history of \(target.title) has no revision \(revision); `toggles history \(target.words)` lists them.
            """
        )
    }

    /// Returns the entry whose document was in force at a time, or the one with a number.
    ///
    /// - Parameter text: A revision, a date, which means its end, or a time in UTC; `nil` for the last entry.
    /// - Returns: The entry.
    /// - Throws: ``ToolError`` if no revision matches, or the text can't be read.
    func entry(at text: String?) throws -> HistoryEntry {
        if let revision = text.flatMap({ Int($0) }) { return try require(revision) }
        var seconds = Int64.max
        if let text {
            guard let time = HistoryEntry.seconds(text) else {
                throw ToolError.usage(
                    "--at: ‘\(text)’ is not a time. Write a date, a time in UTC such as 2026-11-30T08:15Z, or a revision."
                )
            }
            seconds = time
        }
        let limit = seconds
        let history = try read(limit: 1) { $0.seconds <= limit ? $0 : nil }
        let place = text.map { " at \($0)" } ?? ""
        // It can be the one that was in force at this time.
        if let damaged = history.damaged.first(where: { $0.revision < history.lastOther ?? .max }) {
            throw ToolError.usage(
                "It is unknown which document was at \(target.title)\(place), because \(damaged)"
            )
        }
        guard let entry = history.rows.first else {
            throw ToolError.usage(
                "The history of \(target.title) has no revision\(place); `toggles history \(target.words)` lists them."
            )
        }
        return entry
    }
}

extension Publication.History {
    /// Prints a warning for each damaged file.
    func warn() {
        for each in damaged { ToolOutput.warn("\(each)") }
    }
}

/// The document of a revision as a remote source.
struct RevisionSource: RemoteSource {
    let name: String
    private let document: [UInt8]

    init(_ entry: HistoryEntry, of target: PublishingTarget) {
        name = "\(target.title), revision \(entry.revision)"
        document = PublishedDocument(entry.document).document
    }

    func availableDocument() -> RemoteDocument? { RemoteDocument(text: document) }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { availableDocument() }
}

extension PublishingTarget {
    /// The source of the target's document: a file is followed, and the others are read in the background.
    var source: any RemoteSource {
        if case .file(let path) = address { return FileRemoteSource(path: path) }
        return BackgroundRemoteSource(source: StoredSource(target: self))
    }
}

/// The document of a target as a remote source.
private struct StoredSource: RemoteSource {
    let target: PublishingTarget

    var name: String { target.title }

    func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        do {
            let target = target
            let file = try BlockingWork.value { try await target.store.read(target.address) }
            return file.map { RemoteDocument(text: PublishedDocument($0.bytes).document, revision: $0.tag) }
        } catch {
            throw RemoteSourceError(.unreachable, ToolError(reading: error, target.address).message)
        }
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { try availableDocument() }
}
