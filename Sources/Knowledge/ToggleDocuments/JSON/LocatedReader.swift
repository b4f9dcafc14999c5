import DocumentSyntax
import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

extension LocatedReader {
    /// Parses a text; the commas before closing brackets are ignored if it is an update policy, as in apps.
    ///
    /// - Returns: The value, and the offsets of these commas.
    /// - Throws: The first syntax error in the text.
    static func readPolicyOrDocument(_ bytes: [UInt8]) throws(JSONSyntaxError) -> (root: LocatedValue, commas: [Int]) {
        do throws(JSONSyntaxError) {
            return (try read(bytes), [])
        } catch {
            guard error.code == .trailingComma else { throw error }
            let document = try JSONReader(maximumDepth: maximumDepth)
                .document(from: bytes, skipsDeeper: true, allowsTrailingCommas: true)
            guard document.root.isUpdatePolicy else { throw error }
            return (document.root, document.trailingCommas)
        }
    }
}
