/// The key of a toggle that a person names.
package enum GivenKey {
    /// Returns the key that a text names: the key itself, or the name of the toggle in code.
    ///
    /// ```swift
    /// GivenKey.resolved("newCheckout", among: ["new_checkout"])   // "new_checkout"
    /// ```
    ///
    /// Case doesn't matter, so a name such as `useHTTPProxy` is found, too.
    ///
    /// - Parameters:
    ///   - text: A key as in the manifest, or a Swift name, which can begin with a dot.
    ///   - keys: The keys of the toggles.
    /// - Returns: The key; `nil` if no toggle is meant.
    /// - Complexity: O(*n*) in the number of keys.
    package static func resolved(_ text: String, among keys: some Sequence<String>) -> String? {
        let name = nameWithoutCase(text)
        var named: String?
        for key in keys {
            if key == text { return key }
            if named == nil, nameWithoutCase(key) == name { named = key }
        }
        return named
    }

    /// Returns what the key of a toggle and its name in code have in common.
    package static func nameWithoutCase(_ text: String) -> String {
        let name = text.hasPrefix(".") ? text.dropFirst() : text[...]
        return name.lowercased().filter { $0 != "_" }
    }
}
