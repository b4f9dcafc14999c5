import FeatureToggles

@testable import StoreMigration

/// The table of stages, independent of the tested code.
enum StageTable {
    struct Row {
        let stage: MigrationStage
        let reads: [MigrationOrigin]
        let writes: [MigrationOrigin]
        let authority: MigrationOrigin
    }

    static let rows = [
        Row(stage: .off, reads: [.old], writes: [.old], authority: .old),
        Row(stage: .dualwrite, reads: [.old], writes: [.old, .new], authority: .old),
        Row(stage: .shadow, reads: [.old, .new], writes: [.old, .new], authority: .old),
        Row(stage: .live, reads: [.new, .old], writes: [.new, .old], authority: .new),
        Row(stage: .rampdown, reads: [.new], writes: [.new, .old], authority: .new),
        Row(stage: .complete, reads: [.new], writes: [.new], authority: .new),
    ]
}

/// The behaviour of a store when it is accessed.
enum Behaviour: String, CaseIterable, Sendable {
    case ok
    case fails
    case slow
    /// The operation is cancelled, and the store throws an error.
    case cancelled
    /// The operation is cancelled, but the store completes it.
    case doneAlthoughCancelled

    var succeeds: Bool { self == .ok || self == .slow || self == .doneAlthoughCancelled }
    var cancels: Bool { self == .cancelled || self == .doneAlthoughCancelled }
}

/// The order in which a read accesses the stores.
enum Order: String, CaseIterable, Sendable {
    case serial
    case randomAuthorityFirst
    case randomOtherFirst
    case concurrent

    var readOrder: ReadOrder {
        switch self {
        case .serial: .serial
        case .randomAuthorityFirst, .randomOtherFirst: .random
        case .concurrent: .concurrent
        }
    }
}

/// An operation, and its expected effects according to the table.
struct GeneratedCase: Sendable, CustomStringConvertible {
    let stage: MigrationStage
    let operation: MigrationOperation
    let order: Order
    let old: Behaviour
    let new: Behaviour
    /// Whether both stores have the same value.
    let isSame: Bool
    /// Whether the operation is cancelled before it begins.
    let isCancelledBefore: Bool

    var description: String {
        "\(stage) \(operation) \(order) old \(old) new \(new)\(isSame ? "" : " differ")"
            + (isCancelledBefore ? ", cancelled before" : "")
    }

    static let all: [GeneratedCase] = MigrationStage.allCases.flatMap { stage in
        MigrationOperation.allCases.flatMap { operation in
            Order.allCases.flatMap { order in
                Behaviour.allCases.flatMap { old in
                    Behaviour.allCases.flatMap { new in
                        [(true, false), (false, false), (true, true), (false, true)].map { isSame, isCancelledBefore in
                            GeneratedCase(
                                stage: stage,
                                operation: operation,
                                order: order,
                                old: old,
                                new: new,
                                isSame: isSame,
                                isCancelledBefore: isCancelledBefore
                            )
                        }
                    }
                }
            }
        }
    }

    func behaviour(_ origin: MigrationOrigin) -> Behaviour { origin == .old ? old : new }

    struct Expectation {
        /// The accessed stores, in order.
        var invoked: [MigrationOrigin]
        /// The store whose result or error the caller receives.
        var authority: MigrationOrigin
        /// The result of the comparison; `nil` if there is none.
        var isConsistent: Bool?
    }

    /// Returns the expected effects according to the table.
    func expectation(_ row: StageTable.Row) -> Expectation {
        var origins = operation == .read ? row.reads : row.writes
        if operation == .read, order == .randomOtherFirst { origins.reverse() }
        var invoked: [MigrationOrigin] = []
        var isCancelled = isCancelledBefore
        for origin in origins {
            let isAuthority = origin == row.authority
            // A cancelled read doesn't access the other store, unless both reads have already begun.
            if operation == .read, isCancelled, !isAuthority, order != .concurrent || isCancelledBefore { continue }
            // A failed authoritative write ends the operation.
            if operation == .write, !isAuthority, !behaviour(row.authority).succeeds { continue }
            invoked.append(origin)
            isCancelled = isCancelled || behaviour(origin).cancels
        }
        var isConsistent: Bool?
        if operation == .read, invoked.count == 2, old.succeeds, new.succeeds { isConsistent = isSame }
        return Expectation(invoked: invoked, authority: row.authority, isConsistent: isConsistent)
    }
}
