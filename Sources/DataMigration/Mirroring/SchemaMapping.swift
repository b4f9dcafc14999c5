/// The old and the new names of settings, declared once: for the step that makes the new ones, for every write during the
/// rollout, for the check that both agree, and for the end.
public struct SchemaMapping: Sendable {
    /// The pairs of names.
    public let keys: [MirroredKey]

    /// Checks the names.
    ///
    /// - Parameter keys: The pairs of names.
    /// - Throws: An error when a name is in two pairs, or twice in one.
    public init(_ keys: [MirroredKey]) throws(MigrationListError) {
        var problems: [String] = []
        var names: Set<String> = []
        for key in keys {
            for name in [key.old, key.new] where !names.insert(name).inserted {
                problems.append("“\(name)” is in the mapping twice; a name is one side of one pair.")
            }
        }
        guard problems.isEmpty else { throw MigrationListError(problems: problems) }
        self.keys = keys
    }
}

extension MigrationMove {
    /// Gives settings their new names and keeps the old ones, for a rollout that may be taken back.
    ///
    /// Where both names are there and disagree, only a version that does not know the new ones can have written: its value
    /// counts, and the report says so.
    ///
    /// - Parameter mapping: The names.
    /// - Returns: The move.
    public static func mirror(_ mapping: SchemaMapping) -> MigrationMove {
        MigrationMove("mirror " + mapping.keys.map { "\($0.old) as \($0.new)" }.joined(separator: ", ")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for key in mapping.keys {
                guard let old = draft[key.old], !key.agree(old, draft[key.new]) else { continue }
                if draft[key.new] != nil {
                    draft.note("“\(key.new)” was older than “\(key.old)”, whose value counts.")
                }
                draft[key.new] = try key.forward(old)
                hasMoved = true
            }
            return hasMoved
        }
    }

    /// Removes the old names when nobody needs them any more.
    ///
    /// A pair that disagrees lets the step fail. An older version may have written just before the update that drops the old
    /// names, and nothing has adopted that yet: mirror once more in the same step.
    ///
    /// ```swift
    /// MigrationStep("3.0.0", "Only new names", ifNothingToMove: .leave, .mirror(mapping), .dropOldNames(of: mapping))
    /// ```
    ///
    /// - Parameter mapping: The names.
    /// - Returns: The move.
    public static func dropOldNames(of mapping: SchemaMapping) -> MigrationMove {
        MigrationMove("drop " + mapping.keys.map(\.old).joined(separator: ", ")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for key in mapping.keys {
                guard let old = draft[key.old] else { continue }
                guard key.agree(old, draft[key.new]) else { throw MirrorDisagreement(key, draft.settings).error }
                draft[key.old] = nil
                hasMoved = true
            }
            return hasMoved
        }
    }
}
