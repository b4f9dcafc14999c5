extension RemoteAddress {
    /// The address as it's written, without a name and a password.
    package var text: String {
        switch self {
        case .file(let path): path
        case .http(let url): url.withoutUserInfo
        case .ofrep(let url): "ofrep+\(url)".withoutUserInfo
        case .s3(let bucket, let key): "s3://\(bucket)/\(key)"
        case .etcd(let endpoints, let key):
            (endpoints.contains { $0.hasPrefix("http:") } ? "etcd+http://" : "etcd://")
                + endpoints.map { String($0.drop { $0 != "/" }.dropFirst(2)) }.joined(separator: ",") + "/\(key)"
        }
    }

    /// Returns the address of a file whose name begins with that of this one.
    ///
    /// - Parameter suffix: The rest of the name, such as `.history/7.json`.
    /// - Returns: The address.
    package func appending(_ suffix: String) -> RemoteAddress {
        switch self {
        case .file(let path): .file(path + suffix)
        case .http(let url): .http(url + suffix)
        case .ofrep(let url): .ofrep(url + suffix)
        case .s3(let bucket, let key): .s3(bucket: bucket, key: key + suffix)
        case .etcd(let endpoints, let key): .etcd(endpoints: endpoints, key: key + suffix)
        }
    }

    /// Reads the address of a target, to which documents are published.
    ///
    /// - Parameter text: The address.
    /// - Returns: The address.
    /// - Throws: ``ToolError`` if nothing can be written there, or the address contains a secret.
    package static func target(_ text: String) throws(ToolError) -> RemoteAddress {
        let address = try RemoteAddress(text)
        let shown = address.text
        guard text.withoutUserInfo == text else {
            throw ToolError.usage(
                """
                ‘\(shown)’: The address contains a name or a password, which other users of this machine can read in its \
                list of processes. Leave it out, and set TOGGLES_TOKEN or TOGGLES_USER and TOGGLES_PASSWORD instead.
                """
            )
        }
        switch address {
        case .ofrep:
            throw ToolError.usage(
                "‘\(shown)’: An OFREP server has values and no document; write the address of a file, such as https://host/flags.json."
            )
        case .http(let url) where url.contains("?") || url.contains("#"):
            let name = String(shown.prefix { $0 != "?" && $0 != "#" })
            throw ToolError.usage("‘\(name)’: A target has no query and no fragment; write the address without them.")
        case .http(let url) where url.hasSuffix("/"), .file(let url) where url.hasSuffix("/"):
            throw ToolError.usage(
                "‘\(shown)’ is a folder; write the address of the document, such as \(shown)flags.json."
            )
        case .http(let url) where url.split(separator: "/").count < 3:
            throw ToolError.usage("‘\(shown)’ names no file; write an address such as https://host/flags.json.")
        case .file, .http, .s3, .etcd: return address
        }
    }
}
