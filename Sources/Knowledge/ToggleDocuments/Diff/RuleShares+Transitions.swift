import DocumentSyntax

extension RuleShares {
    /// Returns the changes of answers from these shares to others, largest share first, or `nil` if their bucketing
    /// expressions differ.
    func transitions(to other: RuleShares) -> [FlagDifference.Transition]? {
        changes(to: other).map { changes in
            changes.map { answers, share in
                FlagDifference.Transition(old: answers[0], new: answers[1], share: share, example: nil)
            }
            .inOrder
        }
    }
}

extension [FlagDifference.Transition] {
    /// The transitions with the largest share first, then in the order of their text.
    var inOrder: [FlagDifference.Transition] {
        let named: [(transition: FlagDifference.Transition, text: String)] = map { ($0, "\($0.old)\($0.new)") }
        // One expression without types takes the compiler half a minute.
        let sorted = named.sorted { left, right in
            let (share, other) = (left.transition.share, right.transition.share)
            return share == other ? left.text < right.text : share > other
        }
        return sorted.map(\.transition)
    }
}
