#if OVERRIDES
/// A change of an application's files that a menu requests from an ``OverrideStorage``.
package enum OverrideRequest: Hashable, Sendable {
    /// Change overrides in the local defaults file, either all or none.
    ///
    /// A successful write becomes part of the history. The result is ``OverrideReport/written(_:failure:memory:)``.
    case write(OverrideChange)
    /// Store a pin or the theme for the next launch; the result is ``OverrideReport/remembered(_:memory:)``.
    case remember(MemoryChange)
    /// Read the presets; the result is ``OverrideReport/presets(_:failure:conflict:)``.
    case loadPresets
    /// Save a preset under its name; the result is ``OverrideReport/presets(_:failure:conflict:)``.
    case savePreset(Preset)
    /// Delete a preset; the result is ``OverrideReport/presets(_:failure:conflict:)``.
    case deletePreset(String)
    /// Export a preset to a file, or import and save one from a file.
    case exportPreset(Preset, path: String)
    case importPreset(path: String)
    /// Save or export a preset, replacing the existing one.
    case replace(PresetConflict)
}

/// The result of an ``OverrideRequest``, or a change by another program.
package enum OverrideReport: Sendable {
    /// The result of a write, with the saved state after it if it succeeded.
    case written(OverrideChange, failure: String?, memory: ConsoleMemory? = nil)
    /// A change of the saved state was applied.
    case remembered(MemoryChange, memory: ConsoleMemory)
    /// Another program changed the saved state.
    case memory(ConsoleMemory)
    /// The presets after a request, why it failed, and what it would replace.
    case presets([Preset], failure: String?, conflict: PresetConflict? = nil)
    /// A message that needs no answer.
    case notice(String)
}
#endif
