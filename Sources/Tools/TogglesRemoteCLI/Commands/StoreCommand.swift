import ArgumentParser
import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// The command `toggles-remote store`, with which `toggles` reads and writes files in stores.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Reads and writes a file in a store, for other commands.",
        shouldDisplay: false,
        subcommands: [ReadCommand.self, WriteCommand.self, RemoveCommand.self, NotifyCommand.self]
    )

    /// Prints the tag of a file as JSON on one line, and then its bytes.
    struct ReadCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "read")

        @Argument var address: String
        @Option var endpoint: String?

        func run() async throws {
            try await StoreCommand.exiting {
                let (address, store) = try StoreCommand.store(self.address, endpoint)
                let file = try await store.read(address)
                StoreCommand.print(tag: file?.tag, bytes: file?.bytes ?? [])
            }
        }
    }

    /// Writes the bytes in standard input.
    struct WriteCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "write")

        @Argument var address: String
        @Flag var ifAbsent = false
        @Option(parsing: .unconditional) var ifTag: String?
        @Flag var unconditional = false
        @Option var endpoint: String?

        func run() async throws {
            try await StoreCommand.exiting {
                let condition: WriteCondition
                switch (ifAbsent, ifTag, unconditional) {
                case (true, nil, false): condition = .absent
                case (false, let tag?, false): condition = .matches(tag)
                case (false, nil, true): condition = .unconditional
                default: throw ToolError.usage("Write one of --if-absent, --if-tag and --unconditional.")
                }
                let (address, store) = try StoreCommand.store(self.address, endpoint)
                let bytes = try ToolFiles.readStandardInput(limit: StoreExchange.maximumSize)
                StoreCommand.print(tag: try await store.write(bytes, to: address, if: condition), bytes: [])
            }
        }
    }

    /// Removes a file.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove")

        @Argument var address: String
        @Option var endpoint: String?

        func run() async throws {
            try await StoreCommand.exiting {
                let (address, store) = try StoreCommand.store(self.address, endpoint)
                try await store.remove(address)
            }
        }
    }

    /// Posts to a URL, so that a server announces a change.
    struct NotifyCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "notify")

        @Argument var url: String

        func run() async throws {
            try await StoreCommand.exiting { try await Notification(url).send() }
        }
    }

    private static func store(_ text: String, _ endpoint: String?) throws -> (RemoteAddress, any DocumentStore) {
        let address = try RemoteAddress(text)
        return (address, try address.store(text, endpoint: endpoint, environment: ProcessEnvironment.current))
    }

    private static func print(tag: String?, bytes: [UInt8]) {
        let line: JSONValue = ["tag": tag.map { .string($0) } ?? .null]
        if let error = StandardStream.output.write(JSONWriter().bytes(line) + [UInt8(ascii: "\n")] + bytes) {
            ToolOutput.printFailure("Cannot write the output: \(error.message).")
            ProcessEnvironment.exit(code: 4)
        }
    }

    /// Ends the process with the exit code of a store's error.
    private static func exiting(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as DocumentStoreError {
            ToolOutput.printFailure(error.message)
            ProcessEnvironment.exit(code: error.exitCode)
        }
    }
}

extension DocumentStoreError {
    /// The exit code of commands.
    var exitCode: Int32 {
        switch self {
        case .refused: 2
        case .conflict: 3
        case .unavailable: 4
        case .unknown: 5
        }
    }
}

/// A request that tells a server of a change, such as one of nginx with nchan.
///
/// Credentials of stores aren't sent, because it is another server.
struct Notification: Sendable {
    private let url: URL
    private let transport: any HTTPTransport

    /// - Throws: ``ToolError`` if this isn't a URL.
    init(_ text: String, transport: any HTTPTransport = CurlTransport(files: nil)) throws {
        guard let url = URL(string: text), HTTPAddress(url).problem == nil else {
            throw ToolError.usage("‘\(text.withoutUserInfo)’ is not a URL to notify; write http://host/path.")
        }
        (self.url, self.transport) = (url, transport)
    }

    /// - Throws: ``DocumentStoreError/unavailable(_:)``.
    func send() async throws(DocumentStoreError) {
        let exchange = StoreExchange(name: HTTPAddress(url).name, transport: transport)
        let answer: StoreExchange.Answer
        do throws(DocumentStoreError) {
            answer = try await exchange.read(
                HTTPTransportRequest(
                    .post,
                    url: url,
                    headers: ["Content-Type": "text/plain"],
                    body: Array("changed".utf8)
                )
            )
        } catch {
            throw .unavailable(error.message)
        }
        guard (200..<300).contains(answer.status) else {
            throw .unavailable("\(exchange.name) does not accept the notification (HTTP \(answer.status)).")
        }
    }
}
