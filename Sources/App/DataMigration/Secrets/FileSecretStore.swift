package import ToggleBase

/// Secrets in a file that only its owner can read and write (mode 0600), for systems without a keychain.
///
/// The secrets are not encrypted: anyone who can read the owner's files, or a backup of them, can read them. The file
/// is JSON, `{ "version": 1, "secrets": { "token": "…" } }` in Base64, and is replaced as a whole, without keeping the
/// previous file.
public struct FileSecretStore: SecretStore {
    /// The maximum size of the file: 4 MiB.
    public static let maximumSize = 4 << 20
    private static let mode: UInt32 = 0o600
    private static let formatVersion = 1

    private let file: DurableFile

    /// The absolute path of the file.
    public var path: String { file.path }

    /// Creates a store for a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file, which doesn't have to exist.
    public init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem())
    }

    package init(path: String, fileSystem: any FileSystem) {
        file = DurableFile(path: path, fileSystem: fileSystem, maximumSize: Self.maximumSize)
    }

    /// Returns whether the file exists.
    public func exists() throws(DataMigrationError) -> Bool {
        try bytes() != nil
    }

    /// Returns the names of all secrets, sorted.
    public func names() throws(DataMigrationError) -> [String] {
        try secrets(in: bytes()).keys.sorted()
    }

    /// Returns a secret.
    public func secret(named name: String) throws(DataMigrationError) -> Secret? {
        try secrets(in: bytes())[name]
    }

    /// Sets a secret.
    public func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
        try change { $0[name] = secret }
    }

    /// Removes a secret.
    public func remove(_ name: String) throws(DataMigrationError) {
        // Without the secret, neither the folder nor a lock is needed, except to remove files that may contain it.
        guard try secret(named: name) != nil || file.hasTemporaryFiles else { return }
        try change { $0[name] = nil }
    }

    private func bytes() throws(DataMigrationError) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw Self.failure(error)
        }
    }

    private func change(_ body: (inout [String: Secret]) -> Void) throws(DataMigrationError) {
        var contentError: DataMigrationError?
        do throws(DurableFileError) {
            let locked = try file.lock()
            defer { locked.unlock() }
            let content = try locked.content()
            var status = content?.status
            status?.mode = Self.mode
            let isOpen = content.map { $0.status.mode != Self.mode } ?? true
            switch Result(catching: { () throws(DataMigrationError) in try secrets(in: content?.bytes) }) {
            case .failure(let error):
                contentError = error
                throw DurableFileError(.unreadable, path: path, error.message)
            case .success(let old):
                var new = old
                body(&new)
                guard new != old || isOpen else { return }
                // The previous file isn't kept, because it would contain the removed secret.
                try locked.replace(with: text(new), inheriting: status, keepsPrevious: false)
            }
        } catch {
            throw contentError ?? Self.failure(error)
        }
    }

    private func text(_ secrets: [String: Secret]) -> [UInt8] {
        let members = secrets.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: .string(Base64.text($0.value.bytes))) }
        let value: JSONValue = ["version": .integer(Self.formatVersion), "secrets": .object(JSONObject(members))]
        return JSONWriter(.pretty).bytes(value) + [UInt8(ascii: "\n")]
    }

    private func secrets(in bytes: [UInt8]?) throws(DataMigrationError) -> [String: Secret] {
        guard let bytes else { return [:] }
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONReader().document(from: bytes)
        } catch {
            let place = "line \(error.location.line), column \(error.location.column)"
            throw malformed("it is not valid JSON, at \(place). \(error.messageWithoutContent)")
        }
        guard case .object(let object) = document.value, case .object(let members)? = object["secrets"] else {
            throw malformed("it is not a JSON object with an object “secrets”.")
        }
        guard object["version"] == .integer(Self.formatVersion) else {
            throw malformed("its version is not \(Self.formatVersion), the only supported one.")
        }
        var secrets: [String: Secret] = [:]
        for member in members.members {
            guard case .string(let text) = member.value, let bytes = Base64.bytes(text) else {
                throw malformed("a secret in it is not Base64\(place(of: member.name, in: document)).")
            }
            secrets[member.name] = Secret(bytes)
        }
        return secrets
    }

    /// Returns where a secret is in the file.
    ///
    /// Messages don't contain its name, because they are logged.
    private func place(of name: String, in document: JSONDocument) -> String {
        guard let secret = document.root["secrets"]?.value[name]?.value else { return "" }
        let location = document.location(at: secret.range.lowerBound)
        return ", at line \(location.line), column \(location.column)"
    }

    private func malformed(_ reason: String) -> DataMigrationError {
        DataMigrationError(
            .secretsUnavailable,
            "\(path) cannot be used: \(reason) Correct it, or move it away to start without secrets."
        )
    }

    private static func failure(_ error: DurableFileError) -> DataMigrationError {
        DataMigrationError(.secretsUnavailable, "\(error.path): \(error.message)")
    }
}
