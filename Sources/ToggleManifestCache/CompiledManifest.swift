package import FeatureToggles

/// The toggles of a valid manifest in a form that is read in milliseconds, for tools that start often.
///
/// It stands for one content of a `toggles.yaml`, whose size and digest it holds. What is not of this format, was made by
/// another version of the tool or for another content, or is damaged, is nothing.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | `TOGGLES` and the version of the format |
/// | 8–15 | the size of the manifest |
/// | 16–31 | the digest of the manifest |
/// | 32–47 | the digest of all that follows |
/// | 48– | the version of the tool, the texts, the types, the values, the toggles |
///
/// Numbers are little-endian. A text or type that occurs several times is written once. All toggles have records of one
/// size, so that what is wanted of one of them, such as its description, is read when it is wanted.
package enum CompiledManifest {
    /// What such a file begins with.
    static let magic: [UInt8] = Array("TOGGLES".utf8) + [2]
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
        header.append(ContentDigest(source))
        header.append(ContentDigest(body))
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
        registry(in: CompiledFile(bytes), of: ContentDigest(source), size: source.count, tool: tool)
    }

    /// Reads a registry, whose details stay where they are and are read when they are wanted.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - source: The digest of the content that the manifest has now.
    ///   - size: The size of that content.
    ///   - tool: The version of the tool.
    /// - Returns: The toggles, or `nil` when the bytes do not stand for this content.
    /// - Complexity: O(*n*) in the number of bytes.
    static func registry(
        in file: CompiledFile,
        of source: ContentDigest,
        size: Int,
        tool: String
    ) -> ToggleRegistry? {
        let bytes = file.all()
        guard bytes.count > headerSize, bytes.starts(with: magic) else { return nil }
        let isSound = bytes.withUnsafeBytes { buffer in
            var header = CompiledBytes(UnsafeRawBufferPointer(rebasing: buffer[magic.count..<headerSize]))
            let body = UnsafeRawBufferPointer(rebasing: buffer[headerSize...])
            return header.number(UInt64.self) == UInt64(size) && header.digest() == source
                && header.digest() == ContentDigest(body)
        }
        return isSound ? CompiledManifestReader(bytes, from: headerSize, in: file)?.registry(tool: tool) : nil
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(_ digest: ContentDigest) {
        append(littleEndian: digest.first)
        append(littleEndian: digest.second)
    }
}

/// What a toggle's record says of the toggle.
struct CompiledFields: OptionSet {
    let rawValue: UInt8

    /// The remote parameter is not the key.
    static let remote = CompiledFields(rawValue: 1)
    static let details = CompiledFields(rawValue: 2)
    /// The owner has a name.
    static let owner = CompiledFields(rawValue: 4)
    static let permanent = CompiledFields(rawValue: 8)
    static let issue = CompiledFields(rawValue: 16)
    static let retired = CompiledFields(rawValue: 32)

    static let all: CompiledFields = [.remote, .details, .owner, .permanent, .issue, .retired]
}

/// What a value's record begins with.
enum CompiledValueKind: UInt8 {
    case null, `false`, `true`, integer, number, string, array, object
}

/// What a type's record begins with.
enum CompiledTypeKind: UInt8 {
    case bool, int, double, string, variants, json
}

/// Where the parts of a toggle's record are.
enum CompiledRecord {
    static let id = 0
    static let key = 8
    static let type = 12
    static let category = 16
    static let fields = 17
    /// The kind of the default, and what it is or where among the values.
    static let kind = 18
    static let value = 20
    static let remote = 24
    /// Where among the values the former parameters are.
    static let retired = 28
    static let description = 32
    static let owner = 36
    static let created = 40
    static let expires = 44
    static let issue = 48
    static let size = 52
}
