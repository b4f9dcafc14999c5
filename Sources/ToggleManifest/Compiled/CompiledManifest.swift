package import FeatureToggles

/// The toggles of a valid manifest in a form that is read in milliseconds, for tools that start often.
///
/// It stands for one content of a `toggles.yaml`, whose size and hash it holds. What is not of this format, was made by
/// another version of the tool or for another content, or is damaged, is nothing.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | `TOGGLES` and the version of the format |
/// | 8–15 | the size of the manifest |
/// | 16–31 | the hash of the manifest |
/// | 32–47 | the hash of all that follows |
/// | 48– | the version of the tool, the texts, the types, the toggles |
///
/// Numbers are little-endian. A text or type that occurs several times is written once.
package enum CompiledManifest {
    /// What such a file begins with.
    static let magic: [UInt8] = Array("TOGGLES".utf8) + [1]
    static let headerSize = 48

    /// The largest such file that is read, in bytes.
    package static let maximumSize = 64 << 20

    /// Compiles a registry.
    ///
    /// - Parameters:
    ///   - registry: The toggles of the manifest.
    ///   - source: The content of the manifest.
    ///   - tool: The version of the tool, of which another one must not read this.
    /// - Returns: The bytes of the file.
    package static func bytes(of registry: ToggleRegistry, source: [UInt8], tool: String) -> [UInt8] {
        var writer = CompiledManifestWriter()
        let body = writer.body(of: registry, tool: tool)
        var header = magic
        header.append(littleEndian: UInt64(source.count))
        header.append(WideContentHash(source))
        header.append(WideContentHash(body))
        return header + body
    }

    /// Reads a registry.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - source: The content that the manifest has now.
    ///   - tool: The version of the tool.
    /// - Returns: The toggles, or `nil` when the bytes do not stand for this content.
    /// - Complexity: O(*n*) in the size of both.
    package static func registry(in bytes: [UInt8], of source: [UInt8], tool: String) -> ToggleRegistry? {
        guard bytes.count > headerSize, bytes.starts(with: magic) else { return nil }
        return bytes.withUnsafeBytes { buffer -> ToggleRegistry? in
            var header = CompiledManifestReader(UnsafeRawBufferPointer(rebasing: buffer[magic.count..<headerSize]))
            let body = UnsafeRawBufferPointer(rebasing: buffer[headerSize...])
            guard header.word() == UInt64(source.count),
                header.hash() == WideContentHash(source),
                header.hash() == WideContentHash(body)
            else { return nil }
            var reader = CompiledManifestReader(body)
            return reader.registry(tool: tool)
        }
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(_ hash: WideContentHash) {
        append(littleEndian: hash.first)
        append(littleEndian: hash.second)
    }
}

/// What a toggle's record says about which fields follow.
struct CompiledFields: OptionSet {
    let rawValue: UInt8

    /// The remote parameter is not the key.
    static let remote = CompiledFields(rawValue: 1)
    static let details = CompiledFields(rawValue: 2)
    static let created = CompiledFields(rawValue: 4)
    static let expires = CompiledFields(rawValue: 8)
    static let permanent = CompiledFields(rawValue: 16)
    static let issue = CompiledFields(rawValue: 32)
    static let retired = CompiledFields(rawValue: 64)

    static let all: CompiledFields = [.remote, .details, .created, .expires, .permanent, .issue, .retired]
}

/// What a value's record begins with.
enum CompiledValueKind: UInt8 {
    case null, `false`, `true`, integer, number, string, array, object
}

/// What a type's record begins with.
enum CompiledTypeKind: UInt8 {
    case bool, int, double, string, variants, json
}
