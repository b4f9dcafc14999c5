package import FeatureToggles

/// Changes overrides in the local defaults file, and nothing when somebody else was faster.
package struct OverrideWriter: Sendable {
    /// The local defaults file; `nil` when there is none.
    package let path: String?

    /// Creates a writer; nothing is read or written yet.
    package init(path: String?) {
        self.path = path
    }

    /// Makes a change whose edits know what was there before.
    ///
    /// Nothing is known of a file that cannot be read, for example since somebody is editing it: it stays, and so do the
    /// other overrides.
    ///
    /// - Parameter change: The change.
    /// - Returns: The change over what was there. Undoing a step, or doing it again, leaves overrides alone that are so already.
    /// - Throws: ``ConsoleFailure`` after which the file is as it was: an override is another one than the change says,
    ///   which names it and what it is now, or the file cannot be read or written.
    @discardableResult
    package func write(_ change: OverrideChange) throws(ConsoleFailure) -> OverrideChange {
        var conflicts: [String] = []
        var made = change
        _ = try write(title: change.title) { overrides in
            for edit in change.edits where overrides[edit.key] != edit.before {
                if change.purpose != .edit, overrides[edit.key] == edit.after { continue }
                conflicts.append(Self.conflict(edit, now: overrides[edit.key]))
            }
            made = change.over { overrides[$0] }
            return conflicts.isEmpty ? change.edits : []
        }
        guard let first = conflicts.first else { return made }
        let others = conflicts.count > 1 ? ", and so for \(conflicts.count - 1) more" : ""
        throw ConsoleFailure(
            "Nothing was written, since somebody else changed an override: \(first)\(others).",
            isConflict: true
        )
    }

    private static func conflict(_ edit: OverrideChange.Edit, now: JSONValue?) -> String {
        func text(_ value: JSONValue?) -> String { value.map { JSONWriter().text($0) } ?? "not overridden" }
        return "\(edit.key) is \(text(now)) now, and was \(text(edit.before))"
    }

    #if !RELEASE || InternalBuild
    /// Makes a change that depends on what is there, while nobody else can change it.
    ///
    /// - Parameters:
    ///   - title: What is done, for people.
    ///   - replacesUnusable: Whether a file that cannot be used gives way to the one before its last change, and is kept
    ///     under another name; otherwise nothing is written.
    ///   - edits: Answers the edits, given the overrides.
    /// - Returns: The change, and a sentence when the file could not be used and was set aside.
    /// - Throws: ``ConsoleFailure`` after which the file is as it was.
    package func write(
        title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(ConsoleFailure) -> (change: OverrideChange, notice: String?) {
        guard let path else { throw ConsoleFailure("There is no local defaults file, so nothing can be overridden.") }
        var change = OverrideChange([], title: title)
        do throws(LocalDefaultsError) {
            let update = try LocalDefaultsFile(path: path).update(replacingUnusable: replacesUnusable) { state in
                change.edits = edits(state.values)
                return change.edits.map { edit in edit.after.map { .set(edit.key, $0) } ?? .unset(edit.key) }
            }
            return (change, update.recovery.map { "\($0)" })
        } catch {
            throw error.code == .malformed ? Self.unusable(error) : ConsoleFailure("\(error)")
        }
    }

    /// The overrides that the file holds; none when there is no file.
    ///
    /// - Throws: ``ConsoleFailure`` when it cannot be read.
    package func overrides() throws(ConsoleFailure) -> [String: JSONValue] {
        guard let path else { return [:] }
        do throws(LocalDefaultsError) {
            return try LocalDefaultsFile(path: path).read().values
        } catch {
            throw error.code == .malformed ? Self.unusable(error) : ConsoleFailure("\(error)")
        }
    }

    /// The file cannot be used, and how to go on.
    private static func unusable(_ error: LocalDefaultsError) -> ConsoleFailure {
        let end = error.message.hasSuffix(".") ? "" : "."
        return ConsoleFailure(
            """
            Nothing was changed, since the local defaults file cannot be used: \(error)\(end) Correct it by hand, or run \
            `toggles set --restore`, which goes back to the file before its last change and keeps this one under another \
            name.
            """
        )
    }
    #else
    package func write(
        title: String,
        replacesUnusable: Bool = false,
        _ edits: (_ overrides: [String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(ConsoleFailure) -> (change: OverrideChange, notice: String?) {
        throw Self.refusal
    }

    package func overrides() throws(ConsoleFailure) -> [String: JSONValue] { throw Self.refusal }

    private static let refusal = ConsoleFailure(
        "This is a RELEASE build without overrides; build it with `--traits default,InternalBuild`."
    )
    #endif
}
