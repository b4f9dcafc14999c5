import Dispatch
import FeatureToggles

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
    /// A queue, because waiting for the disk must not occupy one of the few threads that all tasks share.
    private let queue = DispatchQueue(label: "feature-toggles.dual-writes")

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
        let result = await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(returning: Result { () throws(DualWriteStoreError) in try updateNow(user, change) })
            }
        }
        return try result.get()
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
                    users[name] = Self.json(of: state)
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
                message: "The file of dual-write states is not JSON: \(error). \(advice)"
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
        guard case .object(let object) = json, let old = time(object["old"]), let new = time(object["new"]) else {
            throw DualWriteStoreError(
                path: path,
                message: """
                    A user's dual-write state is \(JSONValue.oneLine(String(JSONWriter().text(json).prefix(80)))); it must have \
                    ‘old’ and ‘new’, each in milliseconds since 1970, "beginning" or null.
                    """
            )
        }
        return DualWriteState(old: old, new: new, omissions: try omissions(object["omissions"], path: path))
    }

    private static func omissions(_ json: JSONValue?, path: String) throws(DualWriteStoreError) -> [DualWriteState
        .Omission]
    {
        guard let json else { return [] }
        guard case .array(let elements) = json else { throw invalid(json, path: path) }
        var omissions: [DualWriteState.Omission] = []
        for element in elements {
            guard case .object(let object) = element, case .string(let name)? = object["store"],
                let origin = MigrationOrigin(rawValue: name), let start = time(object["start"]), let start,
                let since = time(object["since"]), let since
            else { throw invalid(element, path: path) }
            omissions.append(DualWriteState.Omission(origin: origin, start: start, since: since))
        }
        return omissions
    }

    private static func invalid(_ json: JSONValue, path: String) -> DualWriteStoreError {
        DualWriteStoreError(
            path: path,
            message: """
                The omissions of a user's dual-write state contain \
                \(JSONValue.oneLine(String(JSONWriter().text(json).prefix(80)))); each must be an object with ‘store’, which \
                is "old" or "new", and ‘start’ and ‘since’ in milliseconds since 1970. Remove ‘omissions’ from that user to copy \
                all records again.
                """
        )
    }

    private static func time(_ json: JSONValue?) -> MigrationTime?? {
        switch json {
        case .string("beginning")?: return .some(.beginning)
        case .null?: return .some(nil)
        default:
            guard let milliseconds = json?.whole else { return nil }
            return MigrationTime(millisecondsSince1970: milliseconds)
        }
    }

    private static func json(of state: DualWriteState) -> JSONValue {
        func json(_ time: MigrationTime?) -> JSONValue {
            guard let time else { return .null }
            return time == .beginning ? "beginning" : JSONValue(whole: time.millisecondsSince1970)
        }
        var object: JSONObject = ["old": json(state.old), "new": json(state.new)]
        if !state.omissions.isEmpty {
            object["omissions"] = .array(
                state.omissions.map { omission in
                    [
                        "store": .string(omission.origin.rawValue), "start": json(omission.start),
                        "since": json(omission.since),
                    ]
                }
            )
        }
        return .object(object)
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
