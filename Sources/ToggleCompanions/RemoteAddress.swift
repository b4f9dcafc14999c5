import FeatureToggles

/// Where a remote document is, as people write it on a command line; the scheme picks the source.
///
/// | written | source |
/// |---|---|
/// | `flags.json`, `file:flags.json`, `file:///etc/flags.json` | a file |
/// | `https://host/flags.json` | HTTP |
/// | `ofrep+https://host` | OFREP |
package enum RemoteAddress: Sendable, Hashable {
    /// A file, by its path.
    case file(String)
    /// A document at a URL of HTTP.
    case http(String)
    /// An OFREP server, by its base URL of HTTP.
    case ofrep(String)

    /// Why a text is no address.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence that says what to write instead.
        package let description: String
    }

    /// Reads an address.
    ///
    /// - Throws: ``Failure`` for a scheme that no source speaks, and for an empty address.
    package init(_ text: String) throws(Failure) {
        guard !text.isEmpty else {
            throw Failure(description: "the address is empty; write a path or a URL such as https://host/flags.json")
        }
        guard let scheme = Self.scheme(of: text) else {
            self = .file(text)
            return
        }
        let rest = String(text.dropFirst(scheme.count + 1))
        let lowered = scheme.lowercased()
        switch lowered {
        case "file":
            guard let path = Self.path(rest) else {
                throw Failure(description: "‘\(text)’ names no file of this machine; write file:///path/flags.json")
            }
            self = .file(path)
        case "http", "https": self = .http("\(lowered):\(rest)")
        case "ofrep+http", "ofrep+https": self = .ofrep("\(lowered.dropFirst("ofrep+".count)):\(rest)")
        default:
            throw Failure(
                description: """
                    ‘\(scheme):’ is no scheme of a source; write a path, https://host/flags.json or ofrep+https://host
                    """
            )
        }
    }

    /// What stands before the colon, if it can be a scheme: two letters or more, and no slash before it.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        return scheme.utf8.count >= 2 && isScheme ? String(scheme) : nil
    }

    /// The path of a `file:` URL, whose host may be empty or `localhost`.
    private static func path(_ rest: String) -> String? {
        var path = rest[...]
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            if path.hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
            guard path.hasPrefix("/") else { return nil }
        }
        var bytes: [UInt8] = []
        var iterator = path.utf8.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next(), let low = iterator.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
            else { return nil }
            bytes.append(value)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
