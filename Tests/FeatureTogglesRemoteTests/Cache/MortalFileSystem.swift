import TestSupport
import ToggleBase

/// The real file system for a simulated process, which can be killed.
///
/// When the process is killed, its files are closed, which releases their locks, and every further call fails. Nothing
/// waits for the disk.
final class MortalFileSystem: FileSystem {
    private struct State {
        var isDead = false
        var open: Set<Int32> = []
    }

    private let real = POSIXFileSystem()
    private let state = Watched(State())

    /// The number of open files.
    var openCount: Int { state.value.open.count }

    /// Waits until a condition holds, which is evaluated now and after each call that changes something.
    func until(_ isWanted: () throws -> Bool) async rethrows {
        try await state.until { _ in try isWanted() }
    }

    /// Ends the process.
    func kill() {
        let open = state.withLock { state in
            state.isDead = true
            defer { state.open = [] }
            return state.open
        }
        for descriptor in open { try? real.close(descriptor) }
    }

    private func alive<Result: Sendable>(
        _ call: (POSIXFileSystem) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        if state.value.isDead { throw .ioError }
        return try call(real)
    }

    private func change(_ call: (POSIXFileSystem) throws(SystemError) -> Void) throws(SystemError) {
        try alive(call)
        state.withLock { _ in }
    }

    private func open(_ call: (POSIXFileSystem) throws(SystemError) -> Int32) throws(SystemError) -> Int32 {
        let descriptor = try alive(call)
        state.withLock { _ = $0.open.insert(descriptor) }
        return descriptor
    }

    func openForReading(_ path: String) throws(SystemError) -> Int32 {
        try open { real throws(SystemError) in try real.openForReading(path) }
    }
    func openFolder(_ path: String) throws(SystemError) -> Int32 {
        try open { real throws(SystemError) in try real.openFolder(path) }
    }
    func openLock(_ path: String) throws(SystemError) -> Int32 {
        try open { real throws(SystemError) in try real.openLock(path) }
    }
    func create(_ path: String) throws(SystemError) -> Int32 {
        try open { real throws(SystemError) in try real.create(path) }
    }
    func close(_ descriptor: Int32) throws(SystemError) {
        guard state.withLock({ $0.open.remove(descriptor) }) != nil else { return }
        try real.close(descriptor)
    }
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try alive { real throws(SystemError) in try real.read(descriptor, into: buffer) }
    }
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        try alive { real throws(SystemError) in try real.write(descriptor, bytes) }
    }
    func synchronize(_ descriptor: Int32) throws(SystemError) {}
    func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
        try alive { real throws(SystemError) in try real.tryLock(descriptor) }
    }
    func pause(for duration: Duration) { real.pause(for: duration) }
    func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        try alive { real throws(SystemError) in try real.status(ofDescriptor: descriptor) }
    }
    func status(ofPath path: String) throws(SystemError) -> FileStatus {
        try alive { real throws(SystemError) in try real.status(ofPath: path) }
    }
    func target(ofLink path: String) throws(SystemError) -> String {
        try alive { real throws(SystemError) in try real.target(ofLink: path) }
    }
    func names(inFolder path: String) throws(SystemError) -> [String] {
        try alive { real throws(SystemError) in try real.names(inFolder: path) }
    }
    func rename(_ path: String, to newPath: String) throws(SystemError) {
        try change { real throws(SystemError) in try real.rename(path, to: newPath) }
    }
    func link(_ path: String, to newPath: String) throws(SystemError) {
        try change { real throws(SystemError) in try real.link(path, to: newPath) }
    }
    func remove(_ path: String) throws(SystemError) {
        try change { real throws(SystemError) in try real.remove(path) }
    }
    func createFolder(_ path: String) throws(SystemError) {
        try change { real throws(SystemError) in try real.createFolder(path) }
    }
    func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try alive { real throws(SystemError) in try real.setMode(mode, ofDescriptor: descriptor) }
    }
    func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try alive { real throws(SystemError) in try real.setOwner(owner, group: group, ofDescriptor: descriptor) }
    }
}
