#if OVERRIDES
public import ToggleBase
public import FeatureToggles

/// Changes the overrides of a client's local defaults file from app code.
///
/// Use ``FeatureToggles/ToggleClient/overrides`` to create it.
///
/// ```swift
/// try client.overrides.set(.newCheckout, to: true)
/// try client.overrides.apply(preset: "qa")
/// try client.overrides.undo()
/// ```
///
/// The console and the command line use the same file, history, and presets, so each of them can undo what another one
/// did. When a method returns, its change survives a power loss, reads of this client return the new value, and other
/// processes that follow the file pick it up. An override of the launch arguments or the environment takes precedence
/// over the file.
///
/// Each method waits for the disk, which takes a few milliseconds. If another process holds the lock of the file, it
/// waits for up to ten seconds and then fails. A failed method changes nothing.
public struct OverrideEditor: Sendable {
    private let client: ToggleClient

    init(client: ToggleClient) {
        self.client = client
    }

    // MARK: Typed changes

    /// Overrides a release toggle.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - value: Whether it's enabled.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, or the file can't be written.
    @discardableResult
    public func set(_ toggle: ReleaseToggle, to value: Bool) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.reference, to: value.json)
    }

    /// Overrides an ops toggle.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - value: The value.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, JSON can't represent the value, such as an
    ///   infinity, or the file can't be written.
    @discardableResult
    public func set<Value: ToggleValue>(
        _ toggle: OpsToggle<Value>,
        to value: Value
    ) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.reference, to: value.json)
    }

    /// Overrides an experiment, for all users.
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - variant: The variant.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, or the file can't be written.
    @discardableResult
    public func set<Variant: ToggleVariant>(
        _ toggle: ExperimentToggle<Variant>,
        to variant: Variant
    ) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.reference, to: variant.json)
    }

    /// Overrides a permission, for all users.
    ///
    /// - Parameters:
    ///   - toggle: The permission.
    ///   - value: Whether users have it.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, or the file can't be written.
    @discardableResult
    public func set(_ toggle: PermissionToggle, to value: Bool) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.reference, to: value.json)
    }

    /// Overrides the stage of a migration.
    ///
    /// - Parameters:
    ///   - toggle: The migration.
    ///   - stage: The stage.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, or the file can't be written.
    @discardableResult
    public func set(_ toggle: MigrationToggle, to stage: MigrationStage) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.reference, to: stage.json)
    }

    /// Removes the override of a release toggle, if there is one.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset(_ toggle: ReleaseToggle) throws(OverrideError) -> OverrideUpdate {
        try unset([toggle.reference.key])
    }

    /// Removes the override of an ops toggle, if there is one.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset<Value: ToggleValue>(_ toggle: OpsToggle<Value>) throws(OverrideError) -> OverrideUpdate {
        try unset([toggle.reference.key])
    }

    /// Removes the override of an experiment, if there is one.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset<Variant: ToggleVariant>(
        _ toggle: ExperimentToggle<Variant>
    ) throws(OverrideError) -> OverrideUpdate {
        try unset([toggle.reference.key])
    }

    /// Removes the override of a permission, if there is one.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset(_ toggle: PermissionToggle) throws(OverrideError) -> OverrideUpdate {
        try unset([toggle.reference.key])
    }

    /// Removes the override of a migration, if there is one.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset(_ toggle: MigrationToggle) throws(OverrideError) -> OverrideUpdate {
        try unset([toggle.reference.key])
    }

    // MARK: Changes without typed keys

    /// Overrides a toggle of any category, such as the one in a row of a debug screen.
    ///
    /// ```swift
    /// for definition in client.definitions where definition.type == .bool {
    ///     try client.overrides.set(definition, to: true)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - definition: One of the client's definitions.
    ///   - value: The value, which must have the toggle's type; that of an enum is its name.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, it can't have the value, or the file can't be
    ///   written.
    @discardableResult
    public func set(_ definition: ToggleDefinition, to value: JSONValue) throws(OverrideError) -> OverrideUpdate {
        try set(definition.key, value) { $0.id == definition.id }
    }

    /// Overrides a toggle of any category by its key.
    ///
    /// ```swift
    /// try client.overrides.set(true, forKey: "new_checkout")
    /// try client.overrides.set("neural", forKey: "search_ranking")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, which must have the toggle's type; that of an enum is its name.
    ///   - key: The key in `toggles.yaml`.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the client doesn't know the toggle, it can't have the value, or the file can't be
    ///   written.
    @discardableResult
    public func set(_ value: JSONValue, forKey key: String) throws(OverrideError) -> OverrideUpdate {
        try set(key, value) { $0.key == key }
    }

    /// Removes the override of a toggle of any category, if there is one.
    ///
    /// - Parameter definition: The toggle.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset(_ definition: ToggleDefinition) throws(OverrideError) -> OverrideUpdate {
        try unset([definition.key])
    }

    /// Removes the override of a toggle of any category by its key, if there is one.
    ///
    /// The client doesn't need to know the toggle, so this also removes what an earlier version has left.
    ///
    /// - Parameter key: The key in `toggles.yaml`.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unset(forKey key: String) throws(OverrideError) -> OverrideUpdate {
        try unset([key])
    }

    /// Removes the overrides of all toggles that the client declares.
    ///
    /// Overrides of other toggles stay, because they may belong to another program that shares the file.
    ///
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if the file can't be written.
    @discardableResult
    public func unsetAll() throws(OverrideError) -> OverrideUpdate {
        try unset(client.definitions.map(\.key), title: "unset all toggles")
    }

    // MARK: Presets

    /// The names of the presets next to the local defaults file, sorted.
    ///
    /// A file that isn't a valid preset is left out.
    public var presets: [String] {
        (try? files).map { PresetStore(folder: $0.presets).all().presets.map(\.name) } ?? []
    }

    /// Overrides toggles with the values of a preset, as a single change.
    ///
    /// Values of unknown toggles, and values that don't fit their toggles, are skipped and listed in the result's
    /// problems.
    ///
    /// - Parameters:
    ///   - name: The name of the preset.
    ///   - removesOthers: Whether to remove all other overrides of the client's toggles.
    /// - Returns: The change, and problems that didn't prevent it.
    /// - Throws: ``OverrideError`` if there is no such preset, or if a file can't be read or written.
    @discardableResult
    public func apply(preset name: String, removingOthers removesOthers: Bool = false) throws(OverrideError)
        -> OverrideUpdate
    {
        let files = try files
        let store = PresetStore(folder: files.presets)
        guard let preset = try store.preset(name) else { throw store.unknown(name) }
        let toggles = client.definitions
        var omissions: [(key: String, message: String)] = []
        var update = try perform("preset \(name)") { overrides in
            let review = PresetReview(preset, toggles: toggles, overrides: overrides, isComplete: removesOthers)
            omissions = review.omissions
            return review.edits
        }
        update.problems += omissions.map {
            ToggleProblem(
                source: .localDefaults,
                origin: PathText.joined(files.presets, "\(name).json"),
                message: "\($0.key) was left out: \($0.message)"
            )
        }
        return update
    }

    /// Saves the current overrides of the local defaults file as a preset.
    ///
    /// - Parameters:
    ///   - name: The name of the preset.
    ///   - isReplacing: Whether to replace a preset with that name but other values.
    /// - Throws: ``OverrideError`` if the name isn't valid, a file can't be read or written, or there is another preset
    ///   with that name.
    public func save(preset name: String, isReplacing: Bool = false) throws(OverrideError) {
        let files = try files
        let preset = Preset(name: name, values: try OverrideWriter(path: files.defaults).overrides())
        guard try PresetStore(folder: files.presets).save(preset, isReplacing: isReplacing) else {
            throw OverrideError("There is a preset ‘\(name)’ with other values; use another name, or replace it.")
        }
    }

    // MARK: History

    /// Undoes the last change of the overrides: of this app, the console, or the command line.
    ///
    /// A change that was already undone, for example by editing the file, is skipped.
    ///
    /// - Parameter isForced: Whether to overwrite what other programs have written to the same overrides since.
    /// - Returns: The change that was made, without any keys if there is nothing to undo.
    /// - Throws: ``OverrideError`` with the code `conflict` if another program has changed one of the overrides since,
    ///   unless it's forced, or another code if a file can't be read or written.
    @discardableResult
    public func undo(isForced: Bool = false) throws(OverrideError) -> OverrideUpdate {
        try step(.undo, isForced: isForced)
    }

    /// Makes the last change again that was undone.
    ///
    /// - Parameter isForced: Whether to overwrite what other programs have written to the same overrides since.
    /// - Returns: The change that was made, without any keys if there is nothing to redo.
    /// - Throws: ``OverrideError`` with the code `conflict` if another program has changed one of the overrides since,
    ///   unless it's forced, or another code if a file can't be read or written.
    @discardableResult
    public func redo(isForced: Bool = false) throws(OverrideError) -> OverrideUpdate {
        try step(.redo, isForced: isForced)
    }

    // MARK: -

    private var files: ConsoleFiles {
        get throws(OverrideError) {
            guard let path = client.localDefaultsPath else {
                throw OverrideError(
                    """
                    The client has no local defaults file, so nothing can be overridden; create it with \
                    OverrideSources.process(), or pass the path of a file.
                    """
                )
            }
            return ConsoleFiles(defaultsPath: path)
        }
    }

    private func set(_ toggle: ToggleReference, to value: JSONValue) throws(OverrideError) -> OverrideUpdate {
        try set(toggle.key, value) { $0.id == toggle.id }
    }

    private func set(
        _ key: String,
        _ value: JSONValue,
        _ isMeant: (ToggleDefinition) -> Bool
    ) throws(OverrideError) -> OverrideUpdate {
        guard let definition = client.definitions.first(where: isMeant) else {
            let meant = Suggestion.closest(to: key, in: client.definitions.map(\.key)).map { " Is it ‘\($0)’?" } ?? ""
            throw OverrideError(
                "‘\(key)’ is in none of the client's registries; create the client with its module's registry.\(meant)",
                code: .unknownToggle
            )
        }
        let usable: JSONValue
        do throws(EvaluationError) {
            usable = try definition.usable(value)
        } catch {
            throw OverrideError("‘\(key)’ can't have that value: \(error.message)")
        }
        return try perform("\(key) = \(usable.tableText)") { overrides in
            [OverrideChange.Edit(key: key, before: overrides[key], after: usable)]
        }
    }

    private func unset(_ keys: [String], title: String? = nil) throws(OverrideError) -> OverrideUpdate {
        // If there is nothing to remove, no folders or files are created.
        let current = try OverrideWriter(path: files.defaults).overrides()
        guard keys.contains(where: { current[$0] != nil }) else { return OverrideUpdate() }
        return try perform(title ?? "unset \(keys.first ?? "")") { overrides in
            keys.compactMap { key in
                overrides[key].map { OverrideChange.Edit(key: key, before: $0, after: nil) }
            }
        }
    }

    private func perform(
        _ title: String,
        _ edits: ([String: JSONValue]) -> [OverrideChange.Edit]
    ) throws(OverrideError) -> OverrideUpdate {
        let files = try files
        let (change, _, warnings) = try OverrideHistory(files).perform(title, edits)
        client.reloadLocalDefaults()
        return OverrideUpdate(change, warnings: warnings, path: files.defaults)
    }

    private func step(
        _ purpose: OverrideChange.Purpose,
        isForced: Bool
    ) throws(OverrideError) -> OverrideUpdate {
        let files = try files
        let (change, warnings) = try OverrideHistory(files).performNext(purpose, isForced: isForced)
        client.reloadLocalDefaults()
        return OverrideUpdate(change, warnings: warnings, path: files.defaults)
    }
}
#endif
