#if OVERRIDES
import FeatureToggles
package import ToggleBase

/// Changes overrides in the local defaults file, unless another program changed them first.
package struct OverrideWriter: Sendable {
    /// The local defaults file, or `nil` if there is none.
    package let path: String?
    /// Exchanges changes with the original if the file is a copy.
    private let mirror: (any OverrideMirror)?

    /// Creates a writer without reading or writing the file.
    package init(path: String?) {
        self.path = path
        mirror = nil
    }

    /// Creates a writer for the local defaults file among an application's files.
    package init(_ files: ConsoleFiles?) {
        path = files?.defaults
        mirror = files?.mirror
    }

    /// Makes a change whose edits state the expected previous overrides.
    ///
    /// A file that can't be read, for example because it is being edited, is left unchanged.
    ///
    /// - Parameter change: The change.
    /// - Returns: The change relative to the previous overrides. Undoing or redoing a step skips overrides that already
    ///   have the value.
    /// - Throws: ``OverrideError`` if an override differs from the expected one, with its key and current value, or if the
    ///   file can't be read or written. The file is unchanged.
    @discardableResult
    package func write(_ change: OverrideChange) throws(OverrideError) -> OverrideChange {
        var conflicts: [String] = []
        var made = change
        _ = try write(title: change.title) { overrides in
            for edit in change.edits where overrides[edit.key] != edit.before {
                if change.purpose != .edit, overrides[edit.key] == edit.after { continue }
                conflicts.append(Self.conflict(edit, now: overrides[edit.key]))
            }
            made = change.rebased { overrides[$0] }
            return conflicts.isEmpty ? change.edits : []
        }
        guard let first = conflicts.first else { return made }
        let others = conflicts.count > 1 ? "; \(conflicts.count - 1) more changed too" : ""
        throw OverrideError(
            "Nothing was written, because another program changed an override: \(first)\(others).",
            code: .conflict
        )
    }

    private static func conflict(_ edit: OverrideChange.Edit, now: JSONValue?) -> String {
        func text(_ value: JSONValue?) -> String { value.map { ValueText.short($0) } ?? "unset" }
        return "\(edit.key) is \(text(now)) now, but was \(text(edit.before))"
    }

    /// Makes a change that depends on the current overrides, while the file is locked.
    ///
    /// - Parameters:
    ///   - title: A display title of the change.
    ///   - replacesUnusable: Whether an unusable file is replaced with its version before the last change, and kept
    ///     under another name; otherwise nothing is written.
    ///   - edits: Returns the edits for the current overrides.
    /// - Returns: The change, a message if the file could not be used and was set aside, and the problems of a usable
    ///   file, such as a toggle that occurs twice.
    /// - Throws: ``OverrideError``; the file is unchanged.
    package func write(
        title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(OverrideError) -> (change: OverrideChange, notice: String?, problems: [String]) {
        guard let mirror else { return try writeFile(title, replacesUnusable, edits) }
        var result = (change: OverrideChange([], title: title), notice: String?.none, problems: [String]())
        try mirror.exchange { () throws(OverrideError) in
            result = try writeFile(title, replacesUnusable, edits)
        }
        return result
    }

    private func writeFile(
        _ title: String,
        _ replacesUnusable: Bool,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(OverrideError) -> (change: OverrideChange, notice: String?, problems: [String]) {
        guard let path else { throw OverrideError("There is no local defaults file, so nothing can be overridden.") }
        var change = OverrideChange([], title: title)
        var problems: [String] = []
        do throws(LocalDefaultsError) {
            let update = try LocalDefaultsFile(path: path).update(replacingUnusable: replacesUnusable) { state in
                change.edits = edits(state.values)
                problems = state.problems.map { "\(path): \($0)" }
                return change.edits.map { edit in edit.after.map { .set(edit.key, $0) } ?? .unset(edit.key) }
            }
            return (change, update.recovery.map { "\($0)" }, problems)
        } catch {
            throw error.code == .malformed ? Self.unusable(error) : OverrideError("\(error)")
        }
    }

    /// Returns the overrides in the file, which are empty if there is no file.
    ///
    /// - Throws: ``OverrideError`` if the file can't be read.
    package func overrides() throws(OverrideError) -> [String: JSONValue] {
        guard let path else { return [:] }
        do throws(LocalDefaultsError) {
            return try LocalDefaultsFile(path: path).read().values
        } catch {
            throw error.code == .malformed ? Self.unusable(error) : OverrideError("\(error)")
        }
    }

    /// Returns the failure for an unusable file, with the ways to continue.
    private static func unusable(_ error: LocalDefaultsError) -> OverrideError {
        let end = error.message.hasSuffix(".") ? "" : "."
        return OverrideError(
            """
            Nothing was changed, since the local defaults file cannot be used: \(error)\(end) Correct it by hand, or run \
            `toggles set --restore`, which goes back to the file before its last change and keeps this one under another \
            name.
            """
        )
    }
}
#endif
