/// The place in a body where a toggle is read, as the branches that lead to it.
package struct BodyPlace: Sendable, Hashable {
    /// One branch of a choice.
    package struct Branch: Sendable, Hashable {
        /// The offset in bytes of the `if`, `switch`, `guard`, ternary operator or `#if`.
        package var choice: Int
        /// The branch's index, from 0.
        package var index: Int
        /// Whether the branch leaves the body with `return` or `throw`.
        package var leaves: Bool

        package init(choice: Int, index: Int, leaves: Bool) {
            self.choice = choice
            self.index = index
            self.leaves = leaves
        }
    }

    /// The offset in bytes of the function, accessor, or closure that the body belongs to.
    package var body: Int
    /// The branches, innermost first.
    package var branches: [Branch]

    package init(body: Int, branches: [Branch]) {
        self.body = body
        self.branches = branches
    }

    /// Returns whether code here and later code can both run when the body runs once.
    ///
    /// - Parameter later: A place after this one.
    /// - Returns: Whether both are in one body, they aren't in two branches of one choice, and this one isn't in a
    ///   branch that leaves the body.
    /// - Complexity: O(*n* · *m*) in the numbers of branches.
    package func canPrecede(_ later: BodyPlace) -> Bool {
        guard body == later.body else { return false }
        return branches.allSatisfy { branch in
            if let other = later.branches.first(where: { $0.choice == branch.choice }) {
                other.index == branch.index
            } else {
                !branch.leaves
            }
        }
    }
}
