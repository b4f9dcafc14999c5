import ToggleBase

/// Information about a file for tools.
extension JSONFileStore {
    /// The parts of a file other than its values.
    package struct Inspection: Sendable {
        /// An unknown member of the file.
        package struct Member: Sendable, Hashable {
            package let name: String
            /// Whether it could contain the values.
            package let isObject: Bool
        }

        /// Whether the file has the member with the values.
        package let hasValues: Bool
        /// The unknown members, in the order of the file.
        package let otherMembers: [Member]
        /// A sentence with its location for each duplicate name in an object.
        package let repeatedNames: [String]
    }

    /// Inspects the file, or returns `nil` if there is none.
    ///
    /// - Throws: The errors of ``read()``.
    package func inspection() throws(DataMigrationError) -> Inspection? {
        try content().map(\.inspection)
    }
}

extension JSONStoreText {
    fileprivate var inspection: JSONFileStore.Inspection {
        var others: [JSONFileStore.Inspection.Member] = []
        for known in object.members where known.name != member && !Self.reservedNames.contains(known.name) {
            let isObject = if case .object = known.value { true } else { false }
            if !others.contains(where: { $0.name == known.name }) {
                others.append(.init(name: known.name, isObject: isObject))
            }
        }
        return JSONFileStore.Inspection(
            hasValues: object[member] != nil,
            otherMembers: others,
            repeatedNames: duplicates.map { duplicate in
                let location = document.location(at: duplicate.offset)
                return """
                    \(path):\(location.line):\(location.column): “\(duplicate.name)” occurs more than once; the last one counts.
                    """
            }
        )
    }
}
