/// The names of keys in Swift code.
package enum SwiftKeyName {
    /// Converts a `snake_case` key to `lowerCamelCase`.
    ///
    /// - Parameter key: The key, which consists of lowercase letters, digits, and `_`.
    /// - Returns: The name.
    /// - Complexity: O(*n*) in the length of the key.
    package static func camelCase(_ key: String) -> String {
        var key = key
        return key.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { result in
                var length = 0
                var beginsWord = false
                for byte in bytes {
                    if byte == UInt8(ascii: "_") {
                        beginsWord = length > 0
                        continue
                    }
                    let isSmallLetter = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                    result[length] = beginsWord && isSmallLetter ? byte & ~0x20 : byte
                    length += 1
                    beginsWord = false
                }
                return length
            }
        }
    }
}
