import FeatureToggles
import ToggleManifest

/// What the documentation of a key says.
enum Prose {
    /// The first sentence of a description, ended by a full stop, and the rest of it, both as they stand in a comment.
    static func summary(of description: String) -> (summary: String, discussion: String) {
        let text = SwiftText.commented(description)
        var start = text.startIndex
        while let stop = text.utf8[start...].firstIndex(of: UInt8(ascii: ".")) {
            start = text.utf8.index(after: stop)
            guard start < text.endIndex, text.utf8[start] == UInt8(ascii: " ") else { continue }
            let lastWord = text[..<stop].suffix(8).split(whereSeparator: { " (".contains($0) }).last ?? ""
            if !abbreviations.contains(lastWord) {
                return (String(text[..<start]), String(text[text.utf8.index(after: start)...]))
            }
        }
        guard let last = text.last else { return ("No description.", "") }
        return (".?!。".contains(last) ? text : text + ".", "")
    }

    /// What else there is to know, one item each, as they stand in a comment.
    static func facts(of declaration: ToggleDeclaration) -> [String] {
        let details = declaration.details
        var facts = [
            "Key: `\(declaration.key)`, \(declaration.category)", "Owner: \(SwiftText.commented(details.owner))",
        ]
        if let created = details.created {
            facts.append("Created: \(created)")
        }
        if let expires = details.expires {
            facts.append("Expires: \(expires)")
        } else if details.isPermanent {
            facts.append("Permanent")
        }
        if let issue = details.issue {
            facts.append("Issue: \(SwiftText.commented(issue))")
        }
        return facts
    }

    /// A full stop behind one of these does not end a sentence.
    private static let abbreviations: Set<Substring> = ["e.g", "i.e", "cf", "vs", "etc"]
}
