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

/// The server's side of a connection to the loopback server.
final class LoopbackConnection: Sendable {
    private struct State {
        var isOpen = true
        var unread: [UInt8] = []
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Waits for a request, or returns `nil` if the peer is gone.
    func readRequest() -> LoopbackRequest? {
        let end = Array("\r\n\r\n".utf8)
        var bytes = state.withLock { $0.unread }
        while true {
            if let range = bytes.firstRange(of: end),
                let request = LoopbackRequest(head: Array(bytes[..<range.lowerBound]))
            {
                let length = range.upperBound + (request.headers["content-length"].flatMap(Int.init) ?? 0)
                if bytes.count >= length {
                    state.withLock { $0.unread = Array(bytes[length...]) }
                    // Tests don't see the requests with which a client only prepares a connection.
                    if request.method == "HEAD", write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") {
                        bytes = Array(bytes[length...])
                        continue
                    }
                    return request.with(body: Array(bytes[range.upperBound..<length]), size: length)
                }
            }
            guard let more = read() else { return nil }
            bytes += more
        }
    }

    /// Sends a text unchanged, or returns `false` if the peer is gone.
    @discardableResult func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Sends bytes unchanged, or returns `false` if the peer is gone.
    @discardableResult func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, 0) }
            #elseif canImport(Glibc)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #else
            let count = rest.withUnsafeBytes { Musl.send(descriptor, $0.baseAddress, $0.count, MSG_NOSIGNAL) }
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends spaces until the peer is gone, 64 KiB each millisecond and 64 MiB at most.
    ///
    /// It isn't faster and has an end, because FoundationNetworking neither cancels nor starts a transfer before a socket
    /// is empty. A sender on the same machine that is always faster than the receiver, as on a busy one, would use up all
    /// memory, and keep all other transfers of the session waiting.
    func flood() {
        let part = [UInt8](repeating: 32, count: 1 << 16)
        for _ in 0..<1_024 {
            guard write(part) else { return }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    /// Waits until the peer hangs up.
    func waitForHangUp() {
        while read() != nil {}
    }

    /// Closes the connection normally; can be called from any thread.
    func hangUp() {
        state.withLock { if $0.isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Resets the connection.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }

    func close() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            #if canImport(Darwin)
            _ = Darwin.close(descriptor)
            #elseif canImport(Glibc)
            _ = Glibc.close(descriptor)
            #else
            _ = Musl.close(descriptor)
            #endif
        }
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }
}
