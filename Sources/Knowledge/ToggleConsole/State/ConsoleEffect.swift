#if OVERRIDES
/// A side effect that the console's state requests.
enum ConsoleEffect: Equatable, Sendable {
    /// Change the application's files; the result is ``ConsoleEvent/report(_:)``.
    case request(OverrideRequest)
    /// Copy a text to the terminal's clipboard.
    case copy(String)
    /// Open a text in the user's editor; the result is ``ConsoleEvent/edited(key:_:file:)``.
    ///
    /// A rejected text is edited again in the file that contains it.
    case edit(key: String, text: String, fileExtension: String, file: String? = nil)
    /// Delete a file from the editor that is no longer needed.
    case discard(path: String)
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
}
#endif
