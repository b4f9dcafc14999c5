import JSONText

/// What a developer's tool says of a file, which an app does not ask.
extension JSONFileStore {
    /// What is in a file beside its values.
    package struct Inspection: Sendable {
        /// A member of the file that the format does not know.
        package struct Member: Sendable, Hashable {
            package let name: String
            /// Whether it could hold the values.
            package let isObject: Bool
        }

        /// Whether the file has the member with the values.
        package let hasValues: Bool
        /// The members that are neither the values nor known to the format, in the order of the file.
        package let otherMembers: [Member]
        /// A sentence with its place for each name that occurs more than once in an object.
        package let repeatedNames: [String]
    }

    /// Looks at the file; `nil` when there is none.
    ///
    /// - Throws: What ``read()`` throws.
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
