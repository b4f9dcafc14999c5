import DocumentSyntax
import ForcedUpdates
import ToggleBase

/// Corrects what apps accept in an update policy, although other readers reject it.
package enum PolicyCorrection {
    /// Removes a byte order mark and commas before closing brackets, and writes the creation time in ISO 8601.
    ///
    /// Nothing else changes, including the layout.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - utcOffset: The offset from UTC of a creation time that doesn't state its own.
    /// - Returns: The corrected text, and the number of corrections; 0 if the text isn't an update policy.
    package static func corrected(_ text: [UInt8], utcOffset: Duration) -> (text: [UInt8], count: Int) {
        guard let (root, commas) = try? LocatedReader.readPolicyOrDocument(text), root.isUpdatePolicy else {
            return (text, 0)
        }
        var edits = commas.map { JSONEditor.Edit($0..<$0 + 1, "") }
        if text.starts(with: JSONReader.byteOrderMark) {
            edits.append(JSONEditor.Edit(0..<JSONReader.byteOrderMark.count, ""))
        }
        if let created = root["created_at"]?.value, let text = created.string,
            let corrected = CreationTime.corrected(text, offset: utcOffset)
        {
            edits.append(JSONEditor.Edit(created.range, "\"\(corrected)\""))
        }
        return (edits.applied(to: text), edits.count)
    }
}
