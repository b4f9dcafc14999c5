extension FlagDocument {
    /// The limits of a document.
    ///
    /// A document that exceeds a limit is refused, and the previous one stays active. A single flag that exceeds the
    /// limit of depth, key length, or string length is invalid, and doesn't affect other flags.
    ///
    /// Evaluation has limits, too: a rule that takes more than 50,000 steps, or creates more than 1 MiB of text and
    /// arrays, fails with the error GENERAL. A step is an operator, a variable, a constant, an element that is
    /// examined, or 32 bytes of text. `toggles check` reports in advance which rules may exceed the limits.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of the text, in bytes.
        public let size: Int
        /// The maximum number of flags.
        public let flags: Int
        /// The maximum nesting depth.
        ///
        /// Outside of rules, each array and object is a level: the document is the first, its flags the second, a flag
        /// the third, its variants the fourth. Rules (`targeting`, `$evaluators`) start again at zero and count
        /// operators: an operator with its arguments is one level, and so is an array that contains rules. An operator
        /// takes two levels of brackets but counts once, so six nested conditions fit.
        public let depth: Int
        /// The maximum length of a flag's key, in bytes of UTF-8.
        public let keyLength: Int
        /// The maximum length of a string, in bytes of UTF-8.
        public let stringLength: Int

        /// The maximum nesting depth of arrays and objects anywhere in the text, which bounds the recursion of the
        /// reader.
        static let bracketDepth = 64

        /// The limits shared by clients and tools: 1 MiB, 5,000 flags, depth 16, keys of 256 bytes, strings of 64 KiB.
        public static let standard = Limits(
            size: 1 << 20,
            flags: 5_000,
            depth: 16,
            keyLength: 256,
            stringLength: 1 << 16
        )
    }
}
