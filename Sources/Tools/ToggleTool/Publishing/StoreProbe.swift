import ToggleBase

/// Finds out whether a store honours the conditions of writes, with competing writes of a file beside the target.
package struct StoreProbe: Sendable {
    private let store: any DocumentStore
    private let address: RemoteAddress

    /// Creates a probe of the store of a target.
    package init(of store: any DocumentStore, beside target: RemoteAddress) {
        self.store = store
        // A name of its own, so that probes at the same time don't meet.
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        address = target.appending(".history/probe-\(number).json")
    }

    /// The file that the probe writes.
    package var place: String { address.text }

    /// Writes twice with each condition, and removes the file.
    ///
    /// - Returns: What the store ignores, as sentences; empty if it honours all conditions.
    /// - Throws: ``ToolError`` if the store can't be read or written.
    package func problems() async throws -> [String] {
        let result: Result<[String], any Error>
        do { result = .success(try await findings()) } catch { result = .failure(error) }
        // Publishers may be allowed to write, and not to remove; then the file stays.
        try? await store.remove(address)
        return try result.get()
    }

    private func findings() async throws -> [String] {
        var problems: [String] = []
        // So that a store that can't be reached isn't confused with one whose answer is lost.
        _ = try await read()
        let created = try await compete(.absent)
        switch created.count {
        case 1: break
        case 0:
            throw ToolError.usage("\(place): The store refused both of two writes on condition that there is no file.")
        default:
            problems.append("It replaces a file although the write says that there must be none (If-None-Match: *).")
        }
        guard let old = try await read() else {
            throw ToolError.usage("\(place): The store accepted a file, and can't find it.")
        }
        let changed = try await compete(.matches(old.tag))
        switch changed.count {
        case 1: break
        case 0: problems.append("It refuses writes that name the tag of the file (If-Match).")
        default: problems.append("It accepts two writes that name the same tag (If-Match), so the second one is lost.")
        }
        if try await compete(.matches(old.tag)).isEmpty == false, changed.count == 1 {
            problems.append("It accepts a write that names an old tag (If-Match).")
        }
        if problems.isEmpty, let winner = changed.first, try await read()?.bytes != winner {
            problems.append(
                "It returns another file than the one that it accepted; there may be a cache in front of it."
            )
        }
        return problems
    }

    private func read() async throws(ToolError) -> StoredFile? {
        do { return try await store.read(address) } catch { throw ToolError(reading: error, address) }
    }

    /// Writes two files at the same time, and returns those that the store accepted.
    private func compete(_ condition: WriteCondition) async throws -> [[UInt8]] {
        async let first = write(condition)
        async let second = write(condition)
        return try await [first, second].compactMap(\.self)
    }

    /// Writes a file, and returns it unless the store refused it because of the condition.
    private func write(_ condition: WriteCondition) async throws -> [UInt8]? {
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let bytes = JSONWriter().bytes(["probe": .string(number)])
        do {
            _ = try await store.write(bytes, to: address, if: condition)
            return bytes
        } catch DocumentStoreError.conflict {
            return nil
        } catch {
            throw ToolError(writing: error, address, "Nothing was published.")
        }
    }
}
