extension String {
    /// Decodes UTF-8; returns `nil` if the bytes are not well-formed.
    ///
    /// The standard library's `String(validating:as:)` requires iOS 18.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package init?(wellFormed bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces ill-formed bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
