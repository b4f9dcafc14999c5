import Dispatch
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Cleans up before a signal such as that of Ctrl-C ends the process.
enum EndingSignals {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// The signals that were handled, and have their default action otherwise.
    private static let handled = Mutex<[Int32]>([])
    /// Passes the number of a signal from its handler, which may do nothing else, to a thread.
    private static let pipe: (reading: Int32, writing: Int32)? = {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        guard Darwin.pipe(&ends) == 0 else { return nil }
        #elseif canImport(Glibc)
        guard Glibc.pipe(&ends) == 0 else { return nil }
        #else
        guard Musl.pipe(&ends) == 0 else { return nil }
        #endif
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Handles the signals from now on, unless the process ignores them or they are handled already.
    ///
    /// - Parameter cleanUp: Called before the process ends, on another thread.
    static func handle(_ cleanUp: @escaping @Sendable () -> Void) {
        guard let pipe else { return }
        handled.withLock { handled in
            guard handled.isEmpty else { return }
            for number in signals {
                let former = signal(number) { number in
                    var byte = UInt8(truncatingIfNeeded: number)
                    if let pipe = EndingSignals.pipe { _ = write(pipe.writing, &byte, 1) }
                }
                // Function pointers can't be compared in Swift, so their addresses are.
                if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self) {
                    handled.append(number)
                } else {
                    // Such as the action of `nohup`, which ignores SIGHUP.
                    _ = signal(number, former)
                }
            }
        }
        // A queue of its own, whose thread is blocked until a signal arrives.
        DispatchQueue(label: "feature-toggles.signals").async {
            var byte: UInt8 = 0
            while read(pipe.reading, &byte, 1) < 0, errno == EINTR {}
            cleanUp()
            _ = signal(Int32(byte), SIG_DFL)
            kill(getpid(), Int32(byte))
        }
    }

    /// Gives the signals their default action again.
    static func restore() {
        handled.withLock { handled in
            for number in handled { _ = signal(number, SIG_DFL) }
            handled = []
        }
    }
}
