#if OVERRIDES
/// An invalid part of a filter.
struct FilterProblem: Hashable, Sendable {
    /// The part as typed.
    var token: String
    /// A sentence that says what is wrong, and what to write instead.
    var sentence: String
}
#endif
