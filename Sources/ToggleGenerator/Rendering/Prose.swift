import FeatureToggles
import ToggleManifest

/// What the documentation of a key says.
enum Prose {
    /// The first sentence of a description, ended by a full stop, and the rest of it.
    static func summary(of description: String) -> (summary: String, discussion: String) {
        let text = description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var start = text.startIndex
        while let end = text[start...].firstRange(of: ". ") {
            let sentence = text[..<end.lowerBound]
            let lastWord = sentence.split(whereSeparator: { " (".contains($0) }).last ?? ""
            guard !abbreviations.contains(lastWord) else {
                start = end.upperBound
                continue
            }
            return (sentence + ".", String(text[end.upperBound...]))
        }
        guard let last = text.last else { return ("No description.", "") }
        return (".?!。".contains(last) ? text : text + ".", "")
    }

    /// What else there is to know, one item each.
    static func facts(of declaration: ToggleDeclaration) -> [String] {
        let details = declaration.details
        var facts = ["Key: `\(declaration.key)`, \(declaration.category)", "Owner: \(details.owner)"]
        if let created = details.created {
            facts.append("Created: \(created)")
        }
        if let expires = details.expires {
            facts.append("Expires: \(expires)")
        } else if details.isPermanent {
            facts.append("Permanent")
        }
        if let issue = details.issue {
            facts.append("Issue: \(issue)")
        }
        return facts
    }

    /// A full stop behind one of these does not end a sentence.
    private static let abbreviations: Set<Substring> = ["e.g", "i.e", "cf", "vs", "etc"]
}
