#if OVERRIDES
/// An event for the console.
enum ConsoleEvent: Sendable {
    case key(Key)
    /// Text was pasted; line breaks in it don't act as Enter.
    case paste(String)
    /// The first mouse button was pressed.
    case click(Grid.Position)
    /// The wheel was turned by a number of rows, negative for up.
    case wheel(rows: Int, at: Grid.Position)
    /// The terminal was resized.
    case resize(Grid.Size)
    /// Values, sources, or declarations changed, here or in another program.
    case model(ConsoleModel)
    /// The result of ``ConsoleEffect/write(_:)``: `nil`, or a sentence that says why nothing was written; also the
    /// saved state after the write, if known.
    case written(OverrideChange, failure: String?, memory: ConsoleMemory? = nil)
    /// The result of ``ConsoleEffect/remember(_:)``: the saved state after the change.
    case remembered(MemoryChange, memory: ConsoleMemory)
    /// The saved state after another program changed it.
    case memory(ConsoleMemory)
    /// The result of the editor: the text, or a sentence that says why there is none.
    case edited(key: String, Result<String, ConsoleError>)
    /// The existing presets, why reading or writing them failed, and what a preset would replace.
    case presets([Preset], failure: String?, conflict: PresetConflict? = nil)
    /// A sentence to show.
    case notice(String)
    /// Why the current declarations are invalid, so that the previous ones stay in use; `nil` if they are valid.
    case manifest(problem: String?)
    /// The process was asked to terminate.
    case terminate
}
#endif
