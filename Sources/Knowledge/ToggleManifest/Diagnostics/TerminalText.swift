import ToggleBase

/// Text that is safe to print: literals are printed as they are, and everything else is made printable.
///
/// A server, a document, a state file, or a person can have written an interpolated value, so control characters and
/// marks that hide or reorder text become U+FFFD, and line breaks become spaces. The functions that print accept no other
/// text, so that a new field can't be printed without this.
///
/// ```swift
/// ToolOutput.print("\(key) = \(style.bold(value))")
/// ```
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text, which can contain the escape sequences of literals and styles.
    public let description: String

    /// Creates a text from a literal, which is printed unchanged.
    public init(stringLiteral value: String) { description = value }

    /// Creates a text from literals, which are printed unchanged, and values.
    public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

    /// Makes a text of any origin printable, on one line.
    public init(_ text: some StringProtocol) { description = text.printableLine }

    /// Makes a text of any origin printable, and keeps its line breaks.
    public init(lines: some StringProtocol) { description = lines.printable }

    /// The parts of a text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Adds a part of a literal, unchanged.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value of any origin, printable and on one line.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += value.description.printableLine
        }

        /// Adds a text that is printable already.
        public mutating func appendInterpolation(_ text: TerminalText) { self.text += text.description }
    }
}

extension Sequence<TerminalText> {
    /// The texts with a separator between them.
    public func joined(separator: TerminalText) -> TerminalText {
        var text = ""
        for (index, part) in enumerated() { text += (index > 0 ? separator.description : "") + part.description }
        return TerminalText(stringLiteral: text)
    }
}
