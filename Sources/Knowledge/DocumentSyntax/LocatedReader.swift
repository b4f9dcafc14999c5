package import ToggleBase

/// Parses JSON text into values with their places.
///
/// Values nested deeper than ``maximumDepth``, much deeper than clients allow, are read as `null`.
package enum LocatedReader {
    package static let maximumDepth = 200

    /// Parses a text.
    ///
    /// - Throws: The first syntax error in the text.
    package static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> LocatedValue {
        try JSONReader(maximumDepth: maximumDepth).document(from: bytes, skipsDeeper: true).root
    }
}
