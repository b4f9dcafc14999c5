#if !RELEASE || InternalBuild
/// What the console wants to have done by the world.
enum ConsoleEffect: Equatable, Sendable {
    /// Change overrides in the local defaults file, all or none.
    ///
    /// It becomes part of the history when it is written; ``ConsoleEvent/written(_:failure:memory:)`` answers.
    case write(OverrideChange)
    /// Give a text to the terminal's clipboard.
    case copy(String)
    /// Let the person edit a text in their editor; ``ConsoleEvent/edited(key:_:)`` answers.
    case edit(key: String, text: String, fileExtension: String)
    /// Keep a pin or the theme for the next start; ``ConsoleEvent/remembered(_:memory:)`` answers.
    case remember(MemoryChange)
    /// Read the presets; ``ConsoleEvent/presets(_:failure:conflict:)`` answers.
    case loadPresets
    /// Keep a preset under its name; ``ConsoleEvent/presets(_:failure:conflict:)`` answers.
    case savePreset(Preset)
    /// Forget a preset; ``ConsoleEvent/presets(_:failure:conflict:)`` answers.
    case deletePreset(String)
    /// Write a preset to a file, or read one from a file and keep it.
    case exportPreset(Preset, path: String)
    case importPreset(path: String)
    /// Keep or write a preset in place of what is there.
    case replace(PresetConflict)
    /// Turn mouse reports on or off.
    case mouse(Bool)
    /// Read files and the remote source again.
    case reload
    /// Paint every cell again.
    case redraw
    /// Give the terminal back and stop, until the shell continues the process.
    case suspend
    case quit
}
#endif
