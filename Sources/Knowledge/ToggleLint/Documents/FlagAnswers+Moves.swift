package import DocumentSyntax

extension FlagAnswers {
    /// Users whose answer changes from one value to another.
    package struct Move: Sendable, Hashable {
        /// How exactly the number of these users is known.
        package enum Extent: Sendable, Hashable {
            /// Some users moved from each of the old answers to each of the new ones.
            case each
            /// All users with one of the new answers had one of the old ones before.
            case arrivals
            /// All users with one of the old answers have one of the new ones now.
            case departures
        }

        /// The answers before.
        package let old: Set<FlagAnswer>
        /// The answers now.
        package let new: Set<FlagAnswer>
        /// How exactly the number of these users is known.
        package let extent: Extent
        /// Whether these users are known to be in one group of users with the same conditions, before and now.
        package let isOfKnownGroup: Bool
    }

    /// Returns the users whose answer changes, as far as this is known.
    ///
    /// - Parameter other: The new answers.
    /// - Returns: The moves, in no particular order.
    /// - Complexity: O(*n* log *n*) in the number of branches and shares, once for each level of nesting.
    package func moves(to other: FlagAnswers) -> [Move] {
        var result: [Move] = []
        Self.collect(from: root, to: other.root, &result)
        return result
    }

    private static func collect(from old: Node, to new: Node, _ result: inout [Move]) {
        func add(
            _ from: Set<FlagAnswer>?,
            _ to: Set<FlagAnswer>?,
            _ extent: Move.Extent,
            isOfKnownGroup: Bool = true
        ) {
            guard let from, let to else { return }
            result.append(Move(old: from, new: to, extent: extent, isOfKnownGroup: isOfKnownGroup))
        }
        if case .shares(let before) = old, case .shares(let after) = new {
            guard let changes = before.changes(to: after) else {
                // The bucketing expression changed.
                add(all(old), all(new), .arrivals)
                add(all(old), all(new), .departures)
                return
            }
            for answers in changes.keys { add([answers[0]], [answers[1]], .each) }
            return
        }
        let (before, after) = (split(old), split(new))
        guard !before.branches.isEmpty || !after.branches.isEmpty else { return }
        let (olds, news) = (byCondition(before.branches), Set(after.branches.map(\.condition)))
        let (allOld, allNew) = (all(old), all(new))
        let added = after.branches.filter { olds[$0.condition] == nil }
        let gone = before.branches.filter { !news.contains($0.condition) }
        // Without conditions before or now, all users are in one group.
        let (isOneBefore, isOneNow) = (before.branches.isEmpty, after.branches.isEmpty)
        if added.isEmpty || gone.isEmpty {
            collect(from: before.otherwise, to: after.otherwise, &result)
        } else {
            // If a condition changed, other users may meet none.
            add(allOld, all(after.otherwise), .arrivals, isOfKnownGroup: isOneBefore)
            add(all(before.otherwise), allNew, .departures, isOfKnownGroup: isOneNow)
        }
        for branch in after.branches {
            guard let known = olds[branch.condition] else { continue }
            collect(from: known, to: branch.node, &result)
        }
        for branch in added { add(allOld, all(branch.node), .arrivals, isOfKnownGroup: isOneBefore) }
        for branch in gone { add(all(branch.node), allNew, .departures, isOfKnownGroup: isOneNow) }
    }
}
