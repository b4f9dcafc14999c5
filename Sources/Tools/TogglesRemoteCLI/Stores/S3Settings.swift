import Foundation
import ToggleBase
import ToggleTool

/// Where a bucket is and how to sign for it, from the variables and files that other tools for S3 use, too.
struct S3Settings: Sendable, Hashable {
    var accessKey: String
    var secretKey: String
    /// The token of temporary credentials.
    var sessionToken: String?
    var region: String
    /// The endpoint of a compatible store; `nil` for Amazon's.
    var endpoint: URL?
    /// Whether the bucket is part of the host's name; `nil` to decide by the endpoint and the bucket.
    var usesVirtualHost: Bool?

    /// Reads the settings.
    ///
    /// Variables take precedence over the profile, which `AWS_PROFILE` names. Its parts come from the shared credentials
    /// file and the shared configuration file.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - endpoint: The endpoint on the command line.
    ///   - read: Returns a file's text; `nil` if it doesn't exist.
    /// - Throws: ``ToolError`` if there are no usable credentials, no region, or no valid endpoint.
    init(
        environment: [String: String],
        endpoint: String? = nil,
        read: (String) throws -> String? = Self.text
    ) throws {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let home = variable("HOME") ?? ProcessEnvironment.accountHome() ?? ""
        let credentials = variable("AWS_SHARED_CREDENTIALS_FILE") ?? "\(home)/.aws/credentials"
        let configuration = variable("AWS_CONFIG_FILE") ?? "\(home)/.aws/config"
        let name = variable("AWS_PROFILE", "AWS_DEFAULT_PROFILE")
        let profile = try Self.profile(name, [(credentials, ""), (configuration, "profile ")], read)

        let text = endpoint ?? variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") ?? profile["endpoint_url"]
        self.endpoint = try text.map { text in
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host() != nil,
                url.user() == nil, url.query() == nil
            else {
                throw ToolError.usage(
                    "‘\(text.withoutUserInfo)’ is not the endpoint of an object storage; write https://host or https://host:port."
                )
            }
            return url
        }
        if let access = variable("AWS_ACCESS_KEY_ID") {
            guard let secret = variable("AWS_SECRET_ACCESS_KEY") else {
                throw ToolError.usage("AWS_ACCESS_KEY_ID also needs AWS_SECRET_ACCESS_KEY.")
            }
            (accessKey, secretKey, sessionToken) = (access, secret, variable("AWS_SESSION_TOKEN"))
        } else if let access = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"] {
            (accessKey, secretKey, sessionToken) = (access, secret, profile["aws_session_token"])
        } else {
            throw ToolError.usage(Self.missing(name, profile))
        }
        for secret in [secretKey, sessionToken].compactMap(\.self) { ToolOutput.hide(secret) }
        guard
            let region = variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? profile["region"]
                ?? (self.endpoint == nil ? nil : "us-east-1")
        else {
            throw ToolError.usage("The bucket's region is unknown; set AWS_REGION, such as eu-central-1.")
        }
        for (name, value) in [("access key", accessKey), ("secret key", secretKey), ("region", region)]
        where !value.utf8.allSatisfy({ (33..<127).contains($0) }) {
            throw ToolError.usage("The \(name) for the bucket contains invalid characters, such as a space.")
        }
        self.region = region
        switch profile["s3.addressing_style"] {
        case "path"?: usesVirtualHost = false
        case "virtual"?: usesVirtualHost = true
        default: usesVirtualHost = nil
        }
    }

    private static func missing(_ name: String?, _ profile: [String: String]) -> String {
        let others = ["role_arn", "sso_session", "sso_start_url", "credential_process", "web_identity_token_file"]
        if let other = others.first(where: { profile[$0] != nil }) {
            let option = name.map { " --profile \($0)" } ?? ""
            return """
                The profile ‘\(name ?? "default")’ gets its credentials with ‘\(other)’, which this command doesn't do. \
                Run `eval "$(aws configure export-credentials\(option) --format env)"` first.
                """
        }
        return """
            There are no credentials for the bucket; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE for \
            one with both in ~/.aws/credentials.
            """
    }

    /// Returns the settings of a profile in both files; those of the first one take precedence.
    private static func profile(
        _ name: String?,
        _ files: [(path: String, prefix: String)],
        _ read: (String) throws -> String?
    ) throws -> [String: String] {
        var result: [String: String] = [:]
        var isFound = false
        let wanted = name ?? "default"
        for (path, prefix) in files {
            guard let text = try read(path) else { continue }
            var (isInside, group) = (false, "")
            for line in text.split(whereSeparator: \.isNewline) {
                let words = line.trimmingCharacters(in: .whitespaces)
                if words.isEmpty || "#;".contains(words.prefix(1)) { continue }
                if words.hasPrefix("[") {
                    let section = words.dropFirst().prefix { $0 != "]" }.trimmingCharacters(in: .whitespaces)
                    isInside = section == prefix + wanted || (section == wanted && wanted == "default")
                    if isInside { isFound = true }
                    group = ""
                    continue
                }
                let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard isInside, parts.count == 2 else { continue }
                let key = parts[0].trimmingCharacters(in: .whitespaces)
                let value = parts[1].trimmingCharacters(in: .whitespaces)
                // Such as `s3 =`, which indented settings follow.
                if line.first?.isWhitespace != true { group = value.isEmpty ? "\(key)." : "" }
                if !value.isEmpty, result[group + key] == nil { result[group + key] = value }
            }
        }
        guard isFound || name == nil else {
            throw ToolError.usage(
                "The profile ‘\(wanted)’, which AWS_PROFILE names, is neither in ‘\(files[0].path)’ nor in ‘\(files[1].path)’."
            )
        }
        return result
    }

    static func text(_ path: String) throws -> String? {
        do {
            return String(decoding: try FileReading.bytes(path: path, limit: 1 << 20), as: UTF8.self)
        } catch {
            if error.error == .noSuchFileOrDirectory { return nil }
            throw ToolError.usage("\(error)".sentence)
        }
    }

    /// Returns the URL of an object.
    func url(bucket: String, key: String) -> URL? {
        var components = URLComponents()
        let virtual = usesVirtualHost ?? (endpoint == nil && !bucket.contains("."))
        let host = endpoint?.host() ?? "s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
        components.scheme = endpoint?.scheme ?? "https"
        components.host = virtual ? "\(bucket).\(host)" : host
        components.port = endpoint?.port
        let base = (endpoint?.path() ?? "").split(separator: "/").map { "/\($0)" }.joined()
        components.percentEncodedPath =
            base + (virtual ? "" : "/\(S3Signature.encoded(bucket))") + "/" + S3Signature.encoded(key, keeping: "/")
        return components.url
    }
}
