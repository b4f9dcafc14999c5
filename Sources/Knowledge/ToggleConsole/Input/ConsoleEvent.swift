#if OVERRIDES
/// An event for the console.
enum ConsoleEvent: Sendable {
    case key(Key)
    /// Text was pasted; its line breaks don't act as Enter.
    case paste(String)
    /// The first mouse button was pressed.
    case click(Grid.Position)
    /// The mouse wheel was turned by a number of rows, negative for up.
    case wheel(rows: Int, at: Grid.Position)
    /// The terminal was resized.
    case resize(Grid.Size)
    /// Values, sources, or declarations changed, here or in another program.
    case model(ConsoleModel)
    /// The result of ``ConsoleEffect/request(_:)``, a change by another program, or a notice to show.
    case report(OverrideReport)
    /// The result of the editor: the text, or why there is none, and the file that contains the text.
    case edited(key: String, Result<String, ConsoleError>, file: String? = nil)
    /// The effect of a change of a flag, or why it is refused.
    case previewed(FlagRequest, Result<FlagPreview, ConsoleError>)
    /// A flag was changed, or why it wasn't.
    case operated(FlagRequest, failure: String?)
    /// Everything that ``ConsoleEffect/reload`` requested was read.
    case reloaded
    /// Why the current declarations are invalid, or `nil` if they are valid.
    ///
    /// While they are invalid, the previous ones stay in use.
    case manifest(problem: String?)
    /// Whether there is a remote document whose flags can be changed.
    case changesDocuments(Bool)
    /// The process was asked to terminate.
    case terminate
}
#endif
