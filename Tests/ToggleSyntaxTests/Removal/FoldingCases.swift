extension FoldingCase {
    /// All cases.
    static let all: [FoldingCase] = operators + effects + conditions + switches + scopes + texts + removals
}
