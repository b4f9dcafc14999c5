/// The address of a remote document on a command line; its scheme selects the source.
///
/// | written | source |
/// |---|---|
/// | `flags.json`, `file:flags.json`, `file:///etc/flags.json` | a file |
/// | `https://host/flags.json` | HTTP |
/// | `ofrep+https://host` | OFREP |
/// | `s3://bucket/key` | an object of a bucket |
/// | `etcd://host:2379,host2:2379/key` | a key of etcd; `etcd+http` without TLS |
package enum RemoteAddress: Sendable, Hashable {
    /// A file, by its path.
    case file(String)
    /// A document at an HTTP URL.
    case http(String)
    /// An OFREP server, by its base URL.
    case ofrep(String)
    /// An object of a bucket that is compatible with Amazon S3, by its key without a slash at its start.
    case s3(bucket: String, key: String)
    /// A key of etcd without a slash at its start, with the base URLs of the members, such as `https://host:2379`.
    case etcd(endpoints: [String], key: String)

    /// Reads an address.
    ///
    /// - Throws: ``ToolError`` for an empty address, and for a scheme without a source.
    package init(_ text: String) throws(ToolError) {
        guard !text.isEmpty else {
            throw ToolError.usage("The address is empty; write a path or a URL such as https://host/flags.json.")
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
                throw ToolError.usage("‘\(text)’ is not a local file; write file:///path/flags.json.")
            }
            self = .file(path)
        case "http", "https": self = .http("\(lowered):\(rest)")
        case "ofrep+http", "ofrep+https": self = .ofrep("\(lowered.dropFirst("ofrep+".count)):\(rest)")
        case "s3":
            guard let (bucket, key) = Self.authority(rest) else {
                throw ToolError.usage("‘\(text)’ is not an object of a bucket; write s3://bucket/flags.json.")
            }
            self = .s3(bucket: bucket, key: key)
        case "etcd", "etcd+http", "etcd+https":
            let members = Self.authority(rest).map { ($0.split(separator: ",", omittingEmptySubsequences: false), $1) }
            guard let (hosts, key) = members, !hosts.contains(where: \.isEmpty) else {
                throw ToolError.usage("‘\(text)’ is not a key of etcd; write etcd://host:2379,host2:2379/flags.json.")
            }
            let web = lowered == "etcd+http" ? "http" : "https"
            self = .etcd(endpoints: hosts.map { "\(web)://\($0)" }, key: key)
        default:
            throw ToolError.usage(
                """
                The scheme ‘\(scheme):’ is not supported; write a path, https://host/flags.json, s3://bucket/flags.json, \
                etcd://host:2379/flags.json or ofrep+https://host.
                """
            )
        }
    }

    /// The text before the colon, if it can be a scheme: two or more letters without a slash.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        return scheme.utf8.count >= 2 && isScheme ? String(scheme) : nil
    }

    /// The two parts of `//authority/path`, if neither is empty.
    private static func authority(_ rest: String) -> (String, String)? {
        guard rest.hasPrefix("//"), let slash = rest.dropFirst(2).firstIndex(of: "/") else { return nil }
        let (authority, path) = (rest.dropFirst(2)[..<slash], rest[rest.index(after: slash)...])
        return authority.isEmpty || path.isEmpty ? nil : (String(authority), String(path))
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

extension String {
    /// The text without the names and passwords in its URLs.
    package var withoutUserInfo: String {
        var (result, rest) = ("", self[...])
        while let scheme = rest.firstRange(of: "://") {
            let authority = rest[scheme.upperBound...].prefix { !"/?#\"'’‘”“<>".contains($0) && !$0.isWhitespace }
            result += rest[..<scheme.upperBound]
            rest = rest[(authority.lastIndex(of: "@").map { rest.index(after: $0) } ?? scheme.upperBound)...]
        }
        return result + rest
    }
}
