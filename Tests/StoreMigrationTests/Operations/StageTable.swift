import FeatureToggles

@testable import StoreMigration

/// The table of stages, written down apart from the code that is tested against it.
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

/// What a store does when it is asked.
enum Behaviour: String, CaseIterable, Sendable {
    case ok
    case fails
    case slow
    /// The operation is cancelled meanwhile, and the store gives up.
    case cancelled
    /// The operation is cancelled meanwhile, and the store is done all the same.
    case doneAlthoughCancelled

    var succeeds: Bool { self == .ok || self == .slow || self == .doneAlthoughCancelled }
    var cancels: Bool { self == .cancelled || self == .doneAlthoughCancelled }
}

/// In which order a read asks.
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

/// One operation, and what the table says about it.
struct GeneratedCase: Sendable, CustomStringConvertible {
    let stage: MigrationStage
    let operation: MigrationOperation
    let order: Order
    let old: Behaviour
    let new: Behaviour
    /// Whether both stores have the same value.
    let isSame: Bool
    /// Whether nobody waits for the operation any more when it begins.
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
        /// The stores that are asked, in that order.
        var invoked: [MigrationOrigin]
        /// Whose answer or failure the caller gets.
        var authority: MigrationOrigin
        /// What a comparison says; `nil` for none.
        var isConsistent: Bool?
    }

    /// What the table and the rules below it say.
    func expectation(_ row: StageTable.Row) -> Expectation {
        var origins = operation == .read ? row.reads : row.writes
        if operation == .read, order == .randomOtherFirst { origins.reverse() }
        var invoked: [MigrationOrigin] = []
        var isCancelled = isCancelledBefore
        for origin in origins {
            let isAuthority = origin == row.authority
            // A read that nobody waits for does not ask the store that does not count; all at once, both have begun.
            if operation == .read, isCancelled, !isAuthority, order != .concurrent || isCancelledBefore { continue }
            // A failed authoritative write ends it.
            if operation == .write, !isAuthority, !behaviour(row.authority).succeeds { continue }
            invoked.append(origin)
            isCancelled = isCancelled || behaviour(origin).cancels
        }
        var isConsistent: Bool?
        if operation == .read, invoked.count == 2, old.succeeds, new.succeeds { isConsistent = isSame }
        return Expectation(invoked: invoked, authority: row.authority, isConsistent: isConsistent)
    }
}
