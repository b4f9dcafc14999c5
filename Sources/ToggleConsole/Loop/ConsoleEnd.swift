#if !RELEASE || InternalBuild
/// Why the console ended.
enum ConsoleEnd: Equatable, Sendable {
    /// Somebody wanted it.
    case quit
    /// A signal asked for it.
    case signal(Int32)
    /// The terminal is gone.
    case gone
}
#endif
