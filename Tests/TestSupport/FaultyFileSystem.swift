package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The real file system with calls that fail or succeed only partially, for a process that can be killed.
package final class FaultyFileSystem: FileSystem {
    package enum Call: String, CaseIterable {
        case openForReading, openFolder, openLock, create, read, write, synchronizeFile, synchronizeFolder
        case tryLock, status, target, names, rename, link, remove, createFolder, setMode, setOwner
    }

    private struct State {
        var faults: [Call: Int32] = [:]
        var calls: [Call: Int] = [:]
        var folders: Set<Int32> = []
        var locks: Set<Int32> = []
        var open: Set<Int32> = []
        var isDead = false
        var waitsForDisk = true
        var afterUnlock: (@Sendable () -> Void)?
        var longestWrite = Int.max
        var foreign: Set<FileStatus.Kind> = []
        var afterStatus: (@Sendable (String) -> Void)?
        var pauses: [Duration] = []
        var duringPause: (@Sendable (_ waited: Duration) -> Void)?
    }

    private let real = POSIXFileSystem()
    private let state = Mutex(State())
    /// Held during each call, so that none is under way when the process is killed.
    private let calling = Mutex(())
    /// The number of changes to folders, and of files that were closed.
    private let changes = Watched(0)

    package init() {}

    /// Waits until a condition holds, which is evaluated now and after each change that was made through this file system.
    package func until(_ isWanted: () throws -> Bool) async rethrows {
        try await changes.until { _ in try isWanted() }
    }

    private func noteOpen(_ descriptor: Int32) -> Int32 {
        state.withLock { _ = $0.open.insert(descriptor) }
        return descriptor
    }

    /// Returns copies of the open files, such as a child process has until it executes its program.
    package func copyOfOpenFiles() -> [Int32] { state.withLock(\.open).map { dup($0) } }

    private func noteChange() { changes.withLock { $0 += 1 } }

    /// Makes a call fail from now on.
    package func fail(_ call: Call, with code: Int32) {
        state.withLock { $0.faults[call] = code }
    }

    /// Makes all calls succeed again.
    package func heal() {
        state.withLock {
            $0.faults = [:]
            $0.longestWrite = .max
        }
    }

    /// The number of open files and folders.
    package var openCount: Int { state.withLock(\.open.count) }

    /// Kills the process: closes its files, releases their locks, and makes every later call fail.
    package func kill() {
        calling.withLock { _ in
            let open = state.withLock { state in
                state.isDead = true
                defer { state.open = [] }
                return state.open
            }
            for descriptor in open { try? real.unlock(descriptor) }
        }
    }

    /// Returns without waiting until data is on the disk from now on, for tests that write much.
    package func skipWaitingForDisk() {
        state.withLock { $0.waitsForDisk = false }
    }

    /// Limits every write to a number of bytes.
    package func shortenWrites(to count: Int) {
        state.withLock { $0.longestWrite = count }
    }

    /// Makes files of a kind that are opened from now on belong to another user.
    package func giveAway(_ kind: FileStatus.Kind) {
        state.withLock { _ = $0.foreign.insert(kind) }
    }

    /// The total number of calls.
    package var callCount: Int {
        state.withLock { $0.calls.values.reduce(0, +) }
    }

    /// Runs an action after each lookup of a path's status.
    package func afterStatus(_ action: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.afterStatus = action }
    }

    /// Runs an action instead of each wait for a lock.
    package func duringPause(_ action: @escaping @Sendable (_ waited: Duration) -> Void) {
        state.withLock { $0.duringPause = action }
    }

    /// Runs an action after each release of a lock.
    package func afterUnlock(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.afterUnlock = action }
    }

    /// The total time of waiting for locks.
    package var waited: Duration {
        state.withLock { $0.pauses.reduce(.zero, +) }
    }

    /// Returns how often a call was made.
    package func count(_ call: Call) -> Int {
        state.withLock { $0.calls[call] ?? 0 }
    }

    /// Makes a call, unless it's set to fail or the process is dead.
    private func perform<Result: Sendable>(
        _ call: Call,
        _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try calling.withLock { _ throws(SystemError) in
            let code = state.withLock { state in
                state.calls[call, default: 0] += 1
                return state.isDead ? SystemError.ioError.code : state.faults[call]
            }
            if let code { throw SystemError(code) }
            return try body()
        }
    }

    package func openForReading(_ path: String) throws(SystemError) -> Int32 {
        try perform(.openForReading) { () throws(SystemError) in noteOpen(try real.openForReading(path)) }
    }

    package func openFolder(_ path: String) throws(SystemError) -> Int32 {
        try perform(.openFolder) { () throws(SystemError) in
            let descriptor = try real.openFolder(path)
            state.withLock { _ = $0.folders.insert(descriptor) }
            return noteOpen(descriptor)
        }
    }

    package func openLock(_ path: String) throws(SystemError) -> Int32 {
        try perform(.openLock) { () throws(SystemError) in
            let descriptor = try real.openLock(path)
            state.withLock { _ = $0.locks.insert(descriptor) }
            return noteOpen(descriptor)
        }
    }

    package func create(_ path: String) throws(SystemError) -> Int32 {
        try perform(.create) { () throws(SystemError) in noteOpen(try real.create(path)) }
    }

    package func close(_ descriptor: Int32) throws(SystemError) {
        try close(descriptor) { descriptor throws(SystemError) in try real.close(descriptor) }
    }

    package func unlock(_ descriptor: Int32) throws(SystemError) {
        try close(descriptor) { descriptor throws(SystemError) in try real.unlock(descriptor) }
    }

    private func close(_ descriptor: Int32, _ close: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        let action: (@Sendable () -> Void)? = try calling.withLock { _ throws(SystemError) in
            // The files of a killed process are closed, and others may have their descriptors.
            let isClosed = state.withLock { $0.open.remove(descriptor) == nil && $0.isDead }
            if isClosed { return nil }
            let action = state.withLock { state in
                state.folders.remove(descriptor)
                return state.locks.remove(descriptor) == nil ? nil : state.afterUnlock
            }
            try close(descriptor)
            return action
        }
        action?()
        noteChange()
    }

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try perform(.read) { () throws(SystemError) in try real.read(descriptor, into: buffer) }
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        try perform(.write) { () throws(SystemError) in
            let count = min(bytes.count, state.withLock(\.longestWrite))
            return try real.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        let isFolder = state.withLock { $0.folders.contains(descriptor) }
        try perform(isFolder ? .synchronizeFolder : .synchronizeFile) { () throws(SystemError) in
            if state.withLock(\.waitsForDisk) { try real.synchronize(descriptor) }
        }
    }

    package func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
        try perform(.tryLock) { () throws(SystemError) in try real.tryLock(descriptor) }
    }

    package func tryLockShared(_ descriptor: Int32) throws(SystemError) -> Bool {
        try perform(.tryLock) { () throws(SystemError) in try real.tryLockShared(descriptor) }
    }

    package func pause(for duration: Duration) {
        let (action, waited) = state.withLock { state in
            state.pauses.append(duration)
            return (state.duringPause, state.pauses.reduce(.zero, +))
        }
        guard let action else { return real.pause(for: duration) }
        action(waited)
    }

    package func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        if state.withLock(\.isDead) { throw .ioError }
        var status = try real.status(ofDescriptor: descriptor)
        if state.withLock({ $0.foreign.contains(status.kind) }) { status.owner &+= 1 }
        return status
    }

    package func status(ofPath path: String) throws(SystemError) -> FileStatus {
        defer { state.withLock(\.afterStatus)?(path) }
        return try perform(.status) { () throws(SystemError) in try real.status(ofPath: path) }
    }

    package func target(ofLink path: String) throws(SystemError) -> String {
        try perform(.target) { () throws(SystemError) in try real.target(ofLink: path) }
    }

    package func names(inFolder path: String) throws(SystemError) -> [String] {
        try perform(.names) { () throws(SystemError) in try real.names(inFolder: path) }
    }

    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        try perform(.rename) { () throws(SystemError) in try real.rename(path, to: newPath) }
        noteChange()
    }

    package func link(_ path: String, to newPath: String) throws(SystemError) {
        try perform(.link) { () throws(SystemError) in try real.link(path, to: newPath) }
        noteChange()
    }

    package func remove(_ path: String) throws(SystemError) {
        try perform(.remove) { () throws(SystemError) in try real.remove(path) }
        noteChange()
    }

    package func createFolder(_ path: String) throws(SystemError) {
        try perform(.createFolder) { () throws(SystemError) in try real.createFolder(path) }
    }

    package func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try perform(.setMode) { () throws(SystemError) in try real.setMode(mode, ofDescriptor: descriptor) }
    }

    package func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try perform(.setOwner) { () throws(SystemError) in
            try real.setOwner(owner, group: group, ofDescriptor: descriptor)
        }
    }
}
