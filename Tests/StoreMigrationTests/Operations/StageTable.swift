import ToggleBase

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

/// The behavior of a store when it is accessed.
enum Behavior: String, CaseIterable, Sendable {
    case ok
    case fails
    case slow
    /// The operation is canceled, and the store throws an error.
    case cancelled
    /// The operation is canceled, but the store completes it.
    case doneAlthoughCanceled

    var succeeds: Bool { self == .ok || self == .slow || self == .doneAlthoughCanceled }
    var cancels: Bool { self == .cancelled || self == .doneAlthoughCanceled }
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
    let old: Behavior
    let new: Behavior
    /// Whether both stores have the same value.
    let isSame: Bool
    /// Whether the operation is canceled before it begins.
    let isCanceledBefore: Bool

    var description: String {
        "\(stage) \(operation) \(order) old \(old) new \(new)\(isSame ? "" : " differ")"
            + (isCanceledBefore ? ", canceled before" : "")
    }

    static let all: [GeneratedCase] = MigrationStage.allCases.flatMap { stage in
        MigrationOperation.allCases.flatMap { operation in
            Order.allCases.flatMap { order in
                Behavior.allCases.flatMap { old in
                    Behavior.allCases.flatMap { new in
                        [(true, false), (false, false), (true, true), (false, true)].map { isSame, isCanceledBefore in
                            GeneratedCase(
                                stage: stage,
                                operation: operation,
                                order: order,
                                old: old,
                                new: new,
                                isSame: isSame,
                                isCanceledBefore: isCanceledBefore
                            )
                        }
                    }
                }
            }
        }
    }

    func behavior(_ origin: MigrationOrigin) -> Behavior { origin == .old ? old : new }

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
        var isCancelled = isCanceledBefore
        for origin in origins {
            let isAuthority = origin == row.authority
            // A canceled read doesn't access the other store, unless both reads have already begun.
            if operation == .read, isCancelled, !isAuthority, order != .concurrent || isCanceledBefore { continue }
            // A failed authoritative write ends the operation.
            if operation == .write, !isAuthority, !behavior(row.authority).succeeds { continue }
            invoked.append(origin)
            isCancelled = isCancelled || behavior(origin).cancels
        }
        var isConsistent: Bool?
        if operation == .read, invoked.count == 2, old.succeeds, new.succeeds { isConsistent = isSame }
        return Expectation(invoked: invoked, authority: row.authority, isConsistent: isConsistent)
    }
}
