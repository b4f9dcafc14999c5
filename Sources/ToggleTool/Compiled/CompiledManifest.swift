package import FeatureToggles

/// The file format for the toggles of a valid manifest, which loads in milliseconds, for tools that start often.
///
/// A file is valid for one content of a `toggles.yaml`, whose size and digest it contains. It is ignored if it has
/// another format, was made by another version of the tool or for another content, or is damaged.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | `TOGGLES` and the version of the format |
/// | 8–15 | the size of the manifest |
/// | 16–31 | the digest of the manifest |
/// | 32–47 | the digest of all that follows |
/// | 48– | the version of the tool, the texts, the types, the values, the toggles |
///
/// Numbers are little-endian. A text or type that occurs several times is written once. The records of toggles all have
/// the same size, so that a single detail, such as a description, can be read on demand.
package enum CompiledManifest {
    /// The first bytes of a compiled manifest.
    static let magic: [UInt8] = Array("TOGGLES".utf8) + [2]
    static let headerSize = 48

    /// The maximum size of a compiled manifest in bytes.
    package static let maximumSize = 64 << 20

    /// Compiles a registry.
    ///
    /// - Parameters:
    ///   - registry: The toggles of the manifest.
    ///   - source: The content of the manifest.
    ///   - tool: The version of the tool; other versions can't read the result.
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

    /// Loads a registry.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - source: The current content of the manifest.
    ///   - tool: The version of the tool.
    /// - Returns: The toggles, or `nil` if the file is not valid for this content.
    /// - Complexity: O(*n*) in the size of both.
    package static func registry(in bytes: [UInt8], of source: [UInt8], tool: String) -> ToggleRegistry? {
        registry(in: CompiledFile(bytes), of: ContentDigest(source), size: source.count, tool: tool)
    }

    /// Loads a registry whose details are read from the file on demand.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - source: The digest of the manifest's current content.
    ///   - size: The size of that content.
    ///   - tool: The version of the tool.
    /// - Returns: The toggles, or `nil` if the file is not valid for this content.
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

/// The optional fields of a toggle's record.
struct CompiledFields: OptionSet {
    let rawValue: UInt8

    /// The remote parameter differs from the key.
    static let remote = CompiledFields(rawValue: 1)
    static let details = CompiledFields(rawValue: 2)
    /// The owner is not empty.
    static let owner = CompiledFields(rawValue: 4)
    static let permanent = CompiledFields(rawValue: 8)
    static let issue = CompiledFields(rawValue: 16)
    static let retired = CompiledFields(rawValue: 32)

    static let all: CompiledFields = [.remote, .details, .owner, .permanent, .issue, .retired]
}

/// The first byte of a value's record.
enum CompiledValueKind: UInt8 {
    case null, `false`, `true`, integer, number, string, array, object
}

/// The first byte of a type's record.
enum CompiledTypeKind: UInt8 {
    case bool, int, double, string, variants, json
}

/// The offsets of the fields in a toggle's record.
enum CompiledRecord {
    static let id = 0
    static let key = 8
    static let type = 12
    static let category = 16
    static let fields = 17
    /// The kind of the default; `value` contains the number of its text, or its offset among the values.
    static let kind = 18
    static let value = 20
    static let remote = 24
    /// The offset of the retired parameters among the values.
    static let retired = 28
    static let description = 32
    static let owner = 36
    static let created = 40
    static let expires = 44
    static let issue = 48
    static let size = 52
}
