import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running app of a shop, which writes a state file; it ends when it is released.
final class RunningShop {
    /// The number of the process.
    let process: Int
    private let child: ChildProcess
    private let input: Int32
    private let output: Int32
    private var isRunning = true

    /// Starts the app, and waits until it has written its state file.
    ///
    /// - Parameters:
    ///   - shop: The folder of the shop, whose local defaults file the app follows.
    ///   - defaults: The path of its local defaults file; `nil` for that of the shop.
    ///   - remote: The text of its remote document, if there is one.
    /// - Throws: An error if it can't be started.
    init(in shop: Shop, defaults: String? = nil, remote: String? = nil) throws {
        let name = UUID().uuidString
        let pipes = ["input", "output"].map { "\(shop.path)/\(name).\($0)" }
        for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
        // For both directions, so that opening doesn't wait for the other end.
        input = open(pipes[0], O_RDWR | O_CLOEXEC)
        output = open(pipes[1], O_RDWR | O_CLOEXEC)
        child = try ChildProcess(
            BuiltCommand("test-host").path,
            ["state", defaults ?? shop.defaults] + (remote.map { [$0] } ?? []),
            environment: shop.environment,
            in: shop.path,
            input: pipes[0],
            output: pipes[1]
        )
        process = Int(child.identifier)
        waitForWrite()
    }

    /// Waits until the app has written its state file again.
    func waitForWrite() {
        var bytes = [UInt8](repeating: 0, count: 8)
        var count = 0
        while count < bytes.count {
            var pipe = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&pipe, 1, 120_000) > 0 else {
                Issue.record("The app didn't write its state file within two minutes.")
                return
            }
            count += max(0, read(output, &bytes, bytes.count - count))
        }
    }

    /// Kills the app, and waits for its end.
    func kill() {
        guard isRunning else { return }
        isRunning = false
        _ = Foundation.kill(child.identifier, SIGKILL)
        child.wait()
    }

    deinit {
        close(input)
        if isRunning { child.wait() }
        close(output)
    }
}
