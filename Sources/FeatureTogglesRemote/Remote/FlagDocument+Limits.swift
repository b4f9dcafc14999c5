extension FlagDocument {
    /// What a document may not exceed.
    ///
    /// A larger one is refused, and the one before stays in force. What a single flag has too much of, in depth or in the
    /// length of its key and its strings, makes that flag unusable and no other one.
    ///
    /// Evaluation has limits, too: a rule that takes more than 50,000 steps, or makes more than 1 MiB of text and arrays,
    /// fails with the error GENERAL. A step is an operator, a variable, a constant or an element that is looked at, or 32
    /// bytes of text. `toggles check` says beforehand which rules may take too many.
    public struct Limits: Sendable, Hashable {
        /// The size of the text, in bytes.
        public let size: Int
        /// The number of flags.
        public let flags: Int
        /// The depth of nesting.
        ///
        /// Outside of rules each array and object is a level: the document is the first one, its flags the second, a
        /// flag the third, its variants the fourth. Rules (`targeting`, `$evaluators`) begin anew and count operators:
        /// an operator with its arguments is one level, an array with rules in it is one. Where the same depth in
        /// brackets is twice as much, six conditions within each other still fit.
        public let depth: Int
        /// The length of a flag's key, in bytes of UTF-8.
        public let keyLength: Int
        /// The length of a string, in bytes of UTF-8.
        public let stringLength: Int

        /// How deep arrays and objects may be nested wherever they are, so that reading does not recurse without bound.
        static let bracketDepth = 64

        /// The limits that client and tools share: 1 MiB, 5,000 flags, depth 16, keys of 256 bytes, strings of 64 KiB.
        public static let standard = Limits(
            size: 1 << 20,
            flags: 5_000,
            depth: 16,
            keyLength: 256,
            stringLength: 1 << 16
        )
    }

    /// Why a text is no usable document.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence that says what is wrong and where.
        public let description: String
    }
}
