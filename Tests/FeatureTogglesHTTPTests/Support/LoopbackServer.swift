import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// A loopback server that sends exactly the bytes that a test specifies, valid or not.
///
/// Each connection has its own thread, which its handler may block.
final class LoopbackServer: Sendable {
    struct Failure: Error {
        let step: String
        let number: Int32
    }

    let port: UInt16
    private let listener: Int32
    private let isStopped = Mutex(false)
    private let connections = Mutex<[LoopbackConnection]>([])
    private let count = Mutex(0)

    /// The number of accepted connections.
    var connectionCount: Int { count.withLock { $0 } }

    /// Starts a server.
    ///
    /// - Parameter handler: Serves one connection; the connection is closed when it returns.
    /// - Throws: ``Failure`` if no socket is available.
    init(_ handler: @escaping @Sendable (LoopbackConnection) -> Void) throws {
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard let self, !self.isStopped.withLock({ $0 }) else {
                    if descriptor >= 0 { _ = close(descriptor) }
                    break
                }
                guard descriptor >= 0 else { continue }
                self.count.withLock { $0 += 1 }
                let connection = LoopbackConnection(descriptor)
                self.connections.withLock { $0.append(connection) }
                Thread.detachNewThread {
                    handler(connection)
                    connection.close()
                }
            }
            _ = close(listener)
        }
    }

    /// Starts a server that responds to each request and keeps connections open.
    static func answering(
        _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
    ) throws -> LoopbackServer {
        try LoopbackServer { connection in
            while let request = connection.readRequest(), connection.write(answer(request).bytes) {}
        }
    }

    /// Ends all connections and stops listening.
    func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        guard !wasStopped else { return }
        for connection in connections.withLock({ $0 }) { connection.hangUp() }
        // `accept` returns only when a connection arrives.
        if let descriptor = try? Self.socket() {
            var address = Self.address(port: port)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            _ = close(descriptor)
        }
    }

    deinit { stop() }

    /// The URL of a path on this server.
    func url(_ path: String = "/flags.json") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/")
    }

    /// A port on which no process listens, or `nil` if none is free.
    ///
    /// It stays bound while the process lives, so that no server can get it.
    static let unusedPort: UInt16? = try? bound().port

    private static func listen() throws -> (Int32, UInt16) {
        let (descriptor, port) = try bound()
        #if canImport(Darwin)
        let isListening = Darwin.listen(descriptor, 128) == 0
        #elseif canImport(Glibc)
        let isListening = Glibc.listen(descriptor, 128) == 0
        #else
        let isListening = Musl.listen(descriptor, 128) == 0
        #endif
        guard isListening else { throw Failure(step: "listen", number: errno) }
        return (descriptor, port)
    }

    private static func bound() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try socket()
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(descriptor, pointer, size) == 0 else { return -1 }
                return getsockname(descriptor, pointer, &size)
            }
        }
        guard result == 0 else { throw Failure(step: "bind", number: errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func socket() throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #elseif canImport(Glibc)
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = Musl.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(step: "socket", number: errno) }
        return descriptor
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
