/// An error that prevents a change of overrides, or the use of a preset; nothing was changed.
public struct OverrideError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case failed, conflict, unknownToggle, unknownPreset
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// A file or a value can't be used.
        public static let failed = Code(.failed)
        /// Another program changed one of the overrides in the meantime.
        public static let conflict = Code(.conflict)
        /// The toggle is in none of the client's registries.
        public static let unknownToggle = Code(.unknownToggle)
        /// There is no preset with that name.
        public static let unknownPreset = Code(.unknownPreset)
    }

    /// The kind of the error.
    public let code: Code
    /// A message with the failure, its reason, and what to do instead.
    public let description: String

    package init(_ description: String, code: Code = .failed) {
        self.code = code
        self.description = description
    }
}
