/// Where in a body a toggle is read: which of its branches have to be taken.
package struct BodyPlace: Sendable, Hashable {
    /// A choice between branches, and which one it is.
    package struct Branch: Sendable, Hashable {
        /// The offset in bytes of the `if`, `switch`, `guard`, ternary operator or `#if`.
        package var choice: Int
        /// Which of its branches, from 0.
        package var index: Int
        /// Whether the branch ends the body, by `return` or `throw`.
        package var leaves: Bool

        /// Creates a branch.
        package init(choice: Int, index: Int, leaves: Bool) {
            self.choice = choice
            self.index = index
            self.leaves = leaves
        }
    }

    /// The offset in bytes of the function, accessor or closure whose body it is.
    package var body: Int
    /// The branches, innermost first.
    package var branches: [Branch]

    /// Creates a place.
    package init(body: Int, branches: [Branch]) {
        self.body = body
        self.branches = branches
    }

    /// Whether code here and code further down can both run when the body runs once.
    ///
    /// - Parameter later: A place behind this one.
    /// - Returns: Whether they stand in one body, and neither in two branches of one choice nor the first one in a branch
    ///   that ends the body.
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
