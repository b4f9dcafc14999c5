#if !RELEASE || InternalBuild
/// A part of a filter that says nothing.
struct FilterProblem: Hashable, Sendable {
    /// As it was typed.
    var token: String
    /// Why, and what to write instead.
    var sentence: String
}
#endif
