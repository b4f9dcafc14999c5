import ToggleBase

/// The text of a key's documentation comment.
enum Prose {
    /// Returns the first sentence of a description, with a full stop, and the rest, both escaped for a comment.
    static func summary(of description: String) -> (summary: String, discussion: String) {
        let text = SwiftEscaping.commented(description)
        var offset = 0
        while let stop = fullStop(in: text, from: offset) {
            offset = stop + 1
            let end = text.utf8.index(text.startIndex, offsetBy: stop)
            let lastWord = text[..<end].suffix(8).split(whereSeparator: { " (".contains($0) }).last ?? ""
            if !abbreviations.contains(lastWord) {
                let start = text.utf8.index(after: end)
                return (String(text[..<start]), String(text[text.utf8.index(after: start)...]))
            }
        }
        if text.utf8.last == UInt8(ascii: ".") {
            return (text, "")
        }
        guard let last = text.last else { return ("No description.", "") }
        return (".?!。".contains(last) ? text : text + ".", "")
    }

    /// Returns the number of bytes before the next full stop that is followed by a space.
    private static func fullStop(in text: String, from start: Int) -> Int? {
        text.withBytes { bytes in
            var index = start + 1
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: " "), bytes[index - 1] == UInt8(ascii: ".") { return index - 1 }
                index += 1
            }
            return nil
        }
    }

    private static let titles = ManifestField.details.filter { $0 != .description }
        .map { (field: $0, title: SwiftName.capitalized($0.name)) }

    /// Returns the other facts about a toggle, one per item, escaped for a comment.
    static func facts(of declaration: ToggleDeclaration) -> [String] {
        var facts = ["Key: `\(declaration.key)`, \(declaration.category.rawValue)"]
        for (field, title) in titles {
            switch declaration.details[field] {
            case .string(let text)?: facts.append("\(title): \(SwiftEscaping.commented(text))")
            case .bool(true)?: facts.append(title)
            default: break
            }
        }
        return facts
    }

    /// Abbreviations whose full stop doesn't end a sentence.
    private static let abbreviations: Set<Substring> = ["e.g", "i.e", "cf", "vs", "etc"]
}
