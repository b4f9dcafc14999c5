#if OVERRIDES
/// The reason why the console ended.
enum ConsoleEnd: Equatable, Sendable {
    /// The user quit.
    case quit
    /// A signal asked the process to terminate.
    case signal(Int32)
    /// The terminal was closed.
    case gone
}
#endif
