/// The key of a toggle that a person names.
package enum GivenKey {
    /// Returns the key that a text names: the key itself, or the name of the toggle in code.
    ///
    /// ```swift
    /// GivenKey.resolved("newCheckout", among: ["new_checkout"])   // "new_checkout"
    /// ```
    ///
    /// Acronyms may be written in capitals, as in `useHTTPProxy` for `use_http_proxy`.
    ///
    /// - Parameters:
    ///   - text: A key as in the manifest, or a Swift name, which can begin with a dot.
    ///   - keys: The keys of the toggles.
    /// - Returns: The key; `nil` if no toggle is meant.
    /// - Complexity: O(*n*) in the number of keys.
    package static func resolved(_ text: String, among keys: some Sequence<String>) -> String? {
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        let derived = SwiftName.key(from: name)
        var named: String?
        for key in keys {
            if key == text { return key }
            if named == nil, key == derived || SwiftName.member(ofKey: key) == name { named = key }
        }
        return named
    }
}
