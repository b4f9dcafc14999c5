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
    let words: String

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

    // MARK: - Places

    /// Returns the path of the document to whose history a file belongs; `nil` for other files.
    static func document(ofEntry path: String) -> String? {
        let (folder, suffix) = (PathText.folder(of: path), ".history")
        return folder.hasSuffix(suffix) ? String(folder.dropLast(suffix.count)) : nil
    }

    func place(ofRevision revision: Int) -> RemoteAddress { address.appending(".history/\(revision).json") }

    /// The file with the last number of which the entries before don't follow from those at the beginning.
    var startPlace: RemoteAddress { address.appending(".history/start.json") }

    func read(_ address: RemoteAddress) async throws(ToolError) -> StoredFile? {
        do {
            return try await store.read(address)
        } catch {
            throw ToolError(reading: error, address)
        }
    }
}
