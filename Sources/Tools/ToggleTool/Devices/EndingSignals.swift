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
    private struct State {
        /// The signals that were handled, and have their default action otherwise.
        var handled: [Int32] = []
        var cleanUps: [Int: @Sendable () -> Void] = [:]
        var count = 0
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private static let state = Mutex(State())
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

    /// Waits for the first signal.
    private static let isWaiting: Bool = {
        guard let pipe else { return false }
        // A queue of its own, whose thread is blocked until a signal arrives.
        DispatchQueue(label: "feature-toggles.signals").async {
            var byte: UInt8 = 0
            while read(pipe.reading, &byte, 1) < 0, errno == EINTR {}
            // Whatever goes on in the meantime, it can't add anything.
            state.withLock { state in
                for cleanUp in state.cleanUps.values { cleanUp() }
                _ = signal(Int32(byte), SIG_DFL)
                kill(getpid(), Int32(byte))
                pause()
            }
        }
        return true
    }()

    /// Handles the signals, except for those that the process ignores or handles itself.
    ///
    /// Call this before what has to be cleaned up begins. It doesn't return while a signal ends the process.
    ///
    /// - Parameter cleanUp: Called before the process ends, on another thread.
    /// - Returns: The number with which to remove it.
    static func add(_ cleanUp: @escaping @Sendable () -> Void) -> Int {
        let isWaiting = isWaiting
        return state.withLock { state in
            state.count += 1
            if isWaiting, state.cleanUps.isEmpty { state.handled = signals.filter(handle) }
            state.cleanUps[state.count] = cleanUp
            return state.count
        }
    }

    /// Removes what ``add(_:)`` has added; without any, the signals have their default action again.
    static func remove(_ number: Int) {
        state.withLock { state in
            guard state.cleanUps.removeValue(forKey: number) != nil, state.cleanUps.isEmpty else { return }
            for number in state.handled { _ = signal(number, SIG_DFL) }
            state.handled = []
        }
    }

    /// Handles a signal if it has its default action, and returns whether it had.
    private static func handle(_ number: Int32) -> Bool {
        let former = signal(number) { number in
            var byte = UInt8(truncatingIfNeeded: number)
            if let pipe = EndingSignals.pipe { _ = write(pipe.writing, &byte, 1) }
        }
        // Function pointers can't be compared in Swift, so their addresses are.
        if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self) { return true }
        // Such as the action of `nohup`, which ignores SIGHUP.
        _ = signal(number, former)
        return false
    }
}
