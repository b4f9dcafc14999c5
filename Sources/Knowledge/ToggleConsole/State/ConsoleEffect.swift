#if OVERRIDES
/// A side effect that the console's state requests.
enum ConsoleEffect: Equatable, Sendable {
    /// Change overrides in the local defaults file, either all or none.
    ///
    /// A successful write becomes part of the history. The result is ``ConsoleEvent/written(_:failure:memory:)``.
    case write(OverrideChange)
    /// Copy a text to the terminal's clipboard.
    case copy(String)
    /// Open a text in the user's editor; the result is ``ConsoleEvent/edited(key:_:file:)``.
    ///
    /// A rejected text is edited again in the file that contains it.
    case edit(key: String, text: String, fileExtension: String, file: String? = nil)
    /// Delete a file from the editor that is no longer needed.
    case discard(path: String)
    /// Store a pin or the theme for the next launch; the result is ``ConsoleEvent/remembered(_:memory:)``.
    case remember(MemoryChange)
    /// Read the presets; the result is ``ConsoleEvent/presets(_:failure:conflict:)``.
    case loadPresets
    /// Save a preset under its name; the result is ``ConsoleEvent/presets(_:failure:conflict:)``.
    case savePreset(Preset)
    /// Delete a preset; the result is ``ConsoleEvent/presets(_:failure:conflict:)``.
    case deletePreset(String)
    /// Export a preset to a file, or import and save one from a file.
    case exportPreset(Preset, path: String)
    case importPreset(path: String)
    /// Save or export a preset, replacing the existing one.
    case replace(PresetConflict)
    /// Show the effect of a change of a flag in the remote document, or make the change if it was confirmed.
    ///
    /// The result is ``ConsoleEvent/previewed(_:_:)`` or ``ConsoleEvent/operated(_:failure:)``.
    case operate(FlagRequest)
    /// Turn mouse reports on or off.
    case mouse(Bool)
    /// Reload files and the remote source.
    case reload
    /// Repaint every cell.
    case redraw
    /// Restore the terminal and stop the process until the shell continues it.
    case suspend
    case quit

    /// Creates the effect for a request of the override edits.
    init(_ request: OverrideRequest) {
        self =
            switch request {
            case .write(let change): .write(change)
            case .remember(let change): .remember(change)
            case .loadPresets: .loadPresets
            case .savePreset(let preset): .savePreset(preset)
            case .deletePreset(let name): .deletePreset(name)
            case .exportPreset(let preset, let path): .exportPreset(preset, path: path)
            case .importPreset(let path): .importPreset(path: path)
            case .replace(let conflict): .replace(conflict)
            }
    }
}
#endif
