#if !RELEASE || InternalBuild
/// What the console wants to have done by the world.
enum ConsoleEffect: Equatable, Sendable {
    /// Change overrides in the local defaults file, all or none.
    ///
    /// ``ConsoleEvent/written(_:failure:)`` answers.
    case write(OverrideChange)
    /// Give a text to the terminal's clipboard.
    case copy(String)
    /// Let the person edit a text in their editor; ``ConsoleEvent/edited(key:_:)`` answers.
    case edit(key: String, text: String, fileExtension: String)
    /// Keep pins, history and settings for the next start.
    case remember(ConsoleMemory)
    /// Read the presets; ``ConsoleEvent/presets(_:failure:)`` answers.
    case loadPresets
    /// Keep a preset under its name; ``ConsoleEvent/presets(_:failure:)`` answers.
    case savePreset(Preset)
    /// Forget a preset; ``ConsoleEvent/presets(_:failure:)`` answers.
    case deletePreset(String)
    /// Write a preset to a file, or read one from a file and keep it.
    case exportPreset(Preset, path: String)
    case importPreset(path: String)
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
