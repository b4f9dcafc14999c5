import Dispatch
import ToggleBase

/// A store that `toggles-remote` reads and writes, because it needs the network.
///
/// Credentials are in the environment, which the program inherits; none is an argument.
package struct CompanionStore: DocumentStore {
    /// The endpoint of a compatible object storage, if it isn't that of the bucket's provider.
    private let endpoint: String?
    /// The program with its first arguments; `nil` to look for it.
    private let command: [String]?

    /// Creates a store.
    package init(endpoint: String? = nil, command: [String]? = nil) {
        self.endpoint = endpoint
        self.command = command
    }

    package func read(_ address: RemoteAddress) async throws -> StoredFile? {
        let output = try await run(["read", address.text], options: endpointOption)
        guard let end = output.firstIndex(of: UInt8(ascii: "\n")), let tag = Self.tag(in: output[..<end]) else {
            throw DocumentStoreError.unavailable("toggles-remote gave an answer that can't be read.")
        }
        return tag.map { StoredFile(bytes: Array(output[(end + 1)...]), tag: $0) }
    }

    package func write(
        _ bytes: [UInt8],
        to address: RemoteAddress,
        if condition: WriteCondition
    ) async throws -> String {
        let option =
            switch condition {
            case .absent: ["--if-absent"]
            case .matches(let tag): ["--if-tag", tag]
            case .unconditional: ["--unconditional"]
            }
        let output = try await run(["write", address.text], options: option + endpointOption, input: bytes)
        guard let tag = Self.tag(in: output.prefix { $0 != UInt8(ascii: "\n") }), let tag else {
            throw DocumentStoreError.unknown("toggles-remote gave an answer that can't be read.")
        }
        return tag
    }

    package func remove(_ address: RemoteAddress) async throws {
        _ = try await run(["remove", address.text], options: endpointOption)
    }

    /// Tells a server that there is something new.
    ///
    /// - Parameter url: The URL to post to.
    /// - Throws: ``DocumentStoreError`` if that fails.
    package func notify(_ url: String) async throws {
        _ = try await run(["notify", url], options: [])
    }

    private var endpointOption: [String] { endpoint.map { ["--endpoint", $0] } ?? [] }

    /// Returns the tag in a line of output, `.some(nil)` if there is no file, or `nil` if the line isn't valid.
    private static func tag(in line: ArraySlice<UInt8>) -> String?? {
        guard case .object(let object)? = try? JSONReader().value(from: Array(line)) else { return nil }
        switch object["tag"] {
        case .string(let tag): return .some(tag)
        case .null: return .some(nil)
        default: return nil
        }
    }

    private func run(_ command: [String], options: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let words: [String]
        do throws(ToolError) {
            if let command = self.command { words = command } else { words = [try Companion.remote.path()] }
        } catch {
            throw DocumentStoreError.refused(error.message)
        }
        let process = ChildProcess(
            words[0],
            words.dropFirst() + ["store"] + command + options,
            input: input,
            seconds: 120
        )
        let result = await withCheckedContinuation { continuation in
            // Waits for a child process, which must not block a thread of the concurrency runtime.
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(SystemError) in try process.output(limit: FileStore.maximumSize) }
                )
            }
        }
        let isWrite = command[0] == "write"
        let (ending, output, standardError): (ChildProcess.Ending, [UInt8], String)
        do {
            (ending, output, standardError) = try result.get()
        } catch {
            throw DocumentStoreError.refused("‘\(words[0])’ cannot be run: \(error.message).")
        }
        let sentence = standardError.split(separator: "\n").first.map(String.init) ?? "The store gave no answer."
        switch ending {
        case .exited(0): return output
        case .exited(2): throw DocumentStoreError.refused(sentence)
        case .exited(3): throw DocumentStoreError.conflict(sentence)
        case .exited(4): throw DocumentStoreError.unavailable(sentence)
        case .stopped:
            throw DocumentStoreError.refused("The file is larger than \(FileStore.maximumSize) bytes.")
        case .exited, .signalled, .timedOut:
            throw isWrite ? DocumentStoreError.unknown(sentence) : DocumentStoreError.unavailable(sentence)
        }
    }
}

extension RemoteAddress {
    /// The store that holds the file at this address.
    ///
    /// - Parameter endpoint: The endpoint of a compatible object storage, if it isn't that of the bucket's provider.
    /// - Returns: The store.
    package func store(endpoint: String? = nil) -> any DocumentStore {
        switch self {
        case .file: FileStore()
        case .s3: CompanionStore(endpoint: endpoint)
        case .http, .ofrep, .etcd: CompanionStore()
        }
    }
}
