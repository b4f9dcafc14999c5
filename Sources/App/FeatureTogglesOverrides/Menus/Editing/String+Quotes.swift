import ToggleBase

extension String {
    /// The text with straight quotes instead of curly ones, which phones and Macs write while the user types.
    var withStraightQuotes: String { String(map { Self.curlyQuotes.contains($0) ? "\"" : $0 }) }

    /// The text with straight quotes if it's JSON only with them, and otherwise unchanged.
    package var typedJSON: String {
        guard contains(where: Self.curlyQuotes.contains), (try? JSONReader().value(from: self)) == nil else {
            return self
        }
        let straight = withStraightQuotes
        return (try? JSONReader().value(from: straight)) == nil ? self : straight
    }

    static let curlyQuotes: Set<Character> = ["“", "”", "„", "‟"]
}
