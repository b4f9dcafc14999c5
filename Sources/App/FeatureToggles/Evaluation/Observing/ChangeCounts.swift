import ToggleBase

/// Counts the changes of each toggle, for readers that take no lock.
final class ChangeCounts: Sendable {
    private let table: ToggleTable
    /// The identifiers, and their positions and numbers of changes in the same order.
    private let indices: [UInt64: Int]
    private let positions: [Int]
    private let counts: Mutex<[UInt64]>

    init(identifiers: [UInt64]) {
        let table = ToggleTable(identifiers: identifiers)
        positions = identifiers.map { table.position(of: $0) ?? 0 }
        indices = Dictionary(identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        counts = Mutex([UInt64](repeating: 0, count: identifiers.count))
        self.table = table
    }

    /// Returns the number of changes of a toggle, 0 for an unknown one.
    @inline(__always)
    func count(of identifier: UInt64) -> UInt64 { table.word(of: identifier, fallback: 0) }

    /// Records a change.
    ///
    /// - Parameter changed: The identifiers of the toggles that changed; `nil` for all.
    func record(_ changed: Set<UInt64>?) {
        counts.withLock { counts in
            if let changed {
                if changed.isEmpty { return }
                for identifier in changed {
                    if let index = indices[identifier] { counts[index] &+= 1 }
                }
            } else {
                for index in counts.indices { counts[index] &+= 1 }
            }
            table.publish(counts, at: positions)
        }
    }
}
