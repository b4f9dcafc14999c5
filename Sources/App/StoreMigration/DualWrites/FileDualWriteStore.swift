import ToggleBase

/// A store of dual-write states in a file, for the users of one device.
///
/// The file is replaced as a whole and durably, and several processes may share it. Users are stored as digests, so the
/// file doesn't contain their names. An unreadable file or one of a newer version is left unchanged, and every call
/// throws an error.
///
/// ```json
/// { "version": 1, "users": { "9ae16a3b2f90404f60e7150b…": { "old": null, "new": 1795252500000 } } }
/// ```
///
/// Times are in milliseconds since 1970. `"beginning"` means that a store is complete from the beginning, and `null`
/// that it is incomplete. Reverted starts are stored under `"omissions"`, like ``DualWriteState/omissions``.
public final class FileDualWriteStore: DualWriteStore {
    /// The maximum size of the file, in bytes, enough for some ten thousand users.
    public static let maximumSize = 1 << 20

    private let file: SharedFile
    private let disk = DiskQueue("dual-writes")

    /// Creates a store for a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file; the file and its folder don't have to exist.
    public init(path: String) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize)
    }

    /// Changes the state of a user, and returns when the change is on disk.
    ///
    /// - Throws: ``DualWriteStoreError``.
    /// - Complexity: O(*n*) in the number of users; a change also takes a few milliseconds for the disk.
    @discardableResult
    public func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        try await disk.run { [self] in try updateNow(user, change) }
    }

    private func updateNow(
        _ user: String,
        _ change: (DualWriteState) -> DualWriteState
    ) throws(DualWriteStoreError) -> DualWriteState {
        let name = UserDigest.text(of: user)
        // Most calls change nothing, and then need no lock.
        let before = try Self.users(in: try read(), path: file.path)
        let known = try Self.state(before[name], path: file.path)
        if change(known) == known { return known }
        var failure: DualWriteStoreError?
        var state = known
        do throws(SharedFile.Failure) {
            try file.update { bytes in
                do throws(DualWriteStoreError) {
                    var users = try Self.users(in: bytes, path: file.path)
                    state = change(try Self.state(users[name], path: file.path))
                    users[name] = .object(state.json)
                    let root: JSONValue = ["version": 1, "users": .object(users)]
                    return .replace(JSONWriter(.pretty).bytes(root))
                } catch {
                    failure = error
                    return .keep
                }
            }
        } catch {
            throw DualWriteStoreError(path: error.path, message: error.message)
        }
        if let failure { throw failure }
        return state
    }

    private func read() throws(DualWriteStoreError) -> [UInt8]? {
        do throws(SharedFile.Failure) {
            return try file.read()
        } catch {
            throw DualWriteStoreError(path: error.path, message: error.message)
        }
    }

    // MARK: File format

    private static func users(in bytes: [UInt8]?, path: String) throws(DualWriteStoreError) -> JSONObject {
        guard let bytes else { return JSONObject() }
        let advice = "Repair it, or move it away: dual writes then begin again, and all records are copied again."
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader(maximumDepth: 8).value(from: bytes)
        } catch {
            throw DualWriteStoreError(
                path: path,
                message: "The file of dual-write states is not JSON: \(error) \(advice)"
            )
        }
        guard case .object(let root) = json, root["version"] == .integer(1),
            case .object(let users)? = root["users"]
        else {
            throw DualWriteStoreError(
                path: path,
                message: "This is not a file of dual-write states of version 1 with an object ‘users’. \(advice)"
            )
        }
        return users
    }

    private static func state(_ json: JSONValue?, path: String) throws(DualWriteStoreError) -> DualWriteState {
        guard let json else { return .initial }
        do throws(DualWriteStateProblem) {
            return try DualWriteState(json: json)
        } catch {
            throw DualWriteStoreError(path: path, message: error.message)
        }
    }
}

/// An error of a ``FileDualWriteStore``, whose file is unchanged.
public struct DualWriteStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// A sentence that says what is wrong and what to do.
    public let message: String

    /// The path and the message.
    public var description: String { "\(path): \(message)" }
}
