#if OVERRIDES
import ToggleBase

/// One update of a local defaults file, while no other process can write it.
struct LocalDefaultsTransaction {
    /// The content that an update starts from.
    private struct Base {
        var status: FileStatus?
        var document: LocalDefaultsDocument?
        var recovery: LocalDefaultsProblem?

        var state: LocalDefaultsState { document?.state ?? LocalDefaultsState() }

        /// The revision of the file after the update.
        var nextRevision: Int {
            // The unusable file was one revision ahead of the previous file.
            let step = recovery != nil && document != nil ? 2 : 1
            let revision = state.revision + step
            return revision <= LocalDefaultsDocument.maximumRevision ? revision : 1
        }
    }

    let file: LockedFile
    /// The path as the caller knows it.
    let path: String
    /// The time in seconds since 1970.
    let time: Int
    /// Whether to replace an unusable file; if `false`, the file stays and the update throws.
    let replacesUnusable: Bool

    /// Reads, edits, and writes the file.
    func run(_ edits: (LocalDefaultsState) -> [LocalDefaultsEdit]) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        let base = try base()
        if let unsupported = base.document?.unsupportedVersion {
            throw LocalDefaultsError(.unsupportedVersion, path: path, at: unsupported.location, unsupported.message)
        }
        if let foreign = base.document?.foreignContent {
            throw LocalDefaultsError(.foreign, path: path, at: foreign.location, foreign.message)
        }
        let effect = LocalDefaultsEffect(edits(base.state))
        try check(effect)
        let values = effect.applied(to: base.state.values)
        if base.recovery == nil, values == base.state.values {
            try LocalDefaultsError.converting(file.synchronize)
            return LocalDefaultsUpdate(state: base.state, isWritten: false)
        }
        let revision = base.nextRevision
        let text =
            base.document.map { LocalDefaultsText.edited($0.document, effect, revision: revision) }
            ?? LocalDefaultsText.new(effect, revision: revision)
        // Checks that the text reads back as written, because nothing else may ever become the file's content.
        guard let state = try? LocalDefaultsDocument(text, path: path).state, state.values == values,
            state.revision == revision
        else {
            throw LocalDefaultsError(
                .invalidValue,
                path: path,
                "The changed file would not read back as intended, so it was not written."
            )
        }
        return try LocalDefaultsError.converting { () throws(DurableFileError) in
            try write(text, on: base, state: state)
        }
    }

    private func base() throws(LocalDefaultsError) -> Base {
        guard let content = try LocalDefaultsError.converting(file.content) else { return Base() }
        do throws(LocalDefaultsError) {
            return Base(status: content.status, document: try LocalDefaultsDocument(content.bytes, path: path))
        } catch {
            guard replacesUnusable else { throw error }
            let previous = file.previousContent().flatMap { try? LocalDefaultsDocument($0, path: path) }
            let isWritable = previous?.unsupportedVersion == nil && previous?.foreignContent == nil
            return Base(
                status: content.status,
                document: isWritable ? previous : nil,
                recovery: LocalDefaultsProblem(error.message, at: error.location)
            )
        }
    }

    /// Throws an error if a value wouldn't be read back unchanged.
    private func check(_ effect: LocalDefaultsEffect) throws(LocalDefaultsError) {
        for member in effect.members {
            // In the file, the value is nested two levels deep.
            let reader = JSONReader(maximumDepth: JSONReader().maximumDepth - 2)
            do throws(JSONSyntaxError) {
                if try reader.value(from: JSONWriter().bytes(member.value)) == member.value { continue }
            } catch {
                throw LocalDefaultsError(
                    .invalidValue,
                    path: path,
                    "The value of \"\(member.name)\" cannot be written: \(error.message)"
                )
            }
            throw LocalDefaultsError(
                .invalidValue,
                path: path,
                """
                The value of "\(member.name)" cannot be written: it contains NaN or an infinity, which JSON cannot \
                represent. Use a finite number.
                """
            )
        }
    }

    private func write(
        _ text: [UInt8],
        on base: Base,
        state: LocalDefaultsState
    ) throws(DurableFileError) -> LocalDefaultsUpdate {
        guard let recovery = base.recovery, let status = base.status else {
            try file.replace(with: text, inheriting: base.status)
            return LocalDefaultsUpdate(state: state, isWritten: true)
        }
        let aside = try file.setAside(status, at: time)
        do throws(DurableFileError) {
            try file.replace(with: text, inheriting: status, keptAs: aside.path)
        } catch {
            file.undo(aside)
            throw error
        }
        let substitute =
            base.document == nil
            ? "It was replaced by a new file." : "It was replaced by the file before the last update."
        return LocalDefaultsUpdate(
            state: state,
            isWritten: true,
            recovery: LocalDefaultsProblem(
                "The file could not be used and is kept as \(aside.path). \(substitute) \(recovery.message)",
                at: recovery.location
            )
        )
    }
}
#endif
