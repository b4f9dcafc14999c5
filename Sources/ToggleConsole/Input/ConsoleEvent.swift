#if !RELEASE || InternalBuild
/// What happens to the console.
enum ConsoleEvent: Sendable {
    case key(Key)
    /// Text that was pasted; line breaks in it are no Enter.
    case paste(String)
    /// The first mouse button went down.
    case click(Grid.Position)
    /// The wheel was turned by so many rows; up is negative.
    case wheel(rows: Int, at: Grid.Position)
    /// The terminal has another size.
    case resize(Grid.Size)
    /// Values, sources or declarations changed, here or outside.
    case model(ConsoleModel)
    /// What ``ConsoleEffect/write(_:)`` came to: `nil`, or the sentence that says why nothing was written; and what is
    /// remembered then, where that is known.
    case written(OverrideChange, failure: String?, memory: ConsoleMemory? = nil)
    /// What ``ConsoleEffect/remember(_:)`` came to: what is remembered then.
    case remembered(MemoryChange, memory: ConsoleMemory)
    /// What is remembered since somebody else changed it.
    case memory(ConsoleMemory)
    /// What came back from the editor: the text, or the sentence that says why there is none.
    case edited(key: String, Result<String, ConsoleFailure>)
    /// The presets that there are, what went wrong in reading or writing them, and what one would replace.
    case presets([Preset], failure: String?, conflict: PresetConflict? = nil)
    /// A sentence to show.
    case notice(String)
    /// What is wrong with the declarations from now on, so that those before are shown; `nil` when nothing is.
    case manifest(problem: String?)
    /// The process is asked to end.
    case terminate
}
#endif
