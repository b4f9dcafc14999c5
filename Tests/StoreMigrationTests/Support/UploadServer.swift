import ToggleBase

@testable import StoreMigration

/// A server that calls a closure before it returns the phase.
struct HookedServer: BackfillUploader {
    let server: UploadServer
    let beforePhase: @Sendable () async throws -> Void

    func offset(of upload: BackfillUpload) async throws -> Int { try await server.offset(of: upload) }

    func send(_ bytes: [UInt8], at offset: Int, of upload: BackfillUpload) async throws {
        try await server.send(bytes, at: offset, of: upload)
    }

    func finish(_ upload: BackfillUpload) async throws -> Bool { try await server.finish(upload) }

    func phase(of upload: BackfillUpload) async throws -> QueuedUser.Phase? {
        try await beforePhase()
        return try await server.phase(of: upload)
    }
}

/// A server that stores uploads in memory.
final class UploadServer: BackfillUploader {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var finished: Set<String> = []
        var waiting: [String] = []
        var imported: [[UInt8]] = []
        var operations = 0
        var kill: (number: Int, isDone: Bool)?
        var damages = 0
        var falseOffset: Int?
    }

    let queue = InMemoryBackfillQueue()
    private let state = Mutex(State())

    /// The number of requests.
    var operations: Int { state.withLock(\.operations) }
    /// The files whose records were copied.
    var imported: [[UInt8]] { state.withLock(\.imported) }

    /// Kills the app at a request, before or after the server has done it.
    func kill(at number: Int, isDone: Bool) { state.withLock { $0.kill = (number, isDone) } }
    /// Damages the first bytes of some uploads.
    func damage(_ count: Int) { state.withLock { $0.damages = count } }
    func lieAboutOffset(_ offset: Int) { state.withLock { $0.falseOffset = offset } }
    /// Stores bytes of an upload, as if they had been sent.
    func store(_ bytes: [UInt8], as digest: String) { state.withLock { $0.files[digest] = bytes } }
    func forget() { state.withLock { ($0.files, $0.finished, $0.waiting) = ([:], [], []) } }

    /// Copies the records of all users who wait.
    func copy() async throws {
        try await BackfillRunner(queue) { [self] _ in
            state.withLock { state in
                for digest in state.waiting { state.imported.append(state.files[digest] ?? []) }
                state.waiting = []
            }
            return .done(copied: 1)
        }.run()
    }

    /// Fails to copy the records of all users who wait.
    func fail() async throws {
        try await BackfillRunner(queue, options: BackfillRunnerOptions(maximumAttempts: 1)) { _ in
            throw StoreError()
        }.run()
    }

    private func request<Value: Sendable>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            defer { state.operations += 1 }
            let kill = state.kill?.number == state.operations ? state.kill : nil
            if kill?.isDone == false { throw StoreError() }
            let value = try body(&state)
            if kill != nil { throw StoreError() }
            return value
        }
    }

    func offset(of upload: BackfillUpload) async throws -> Int {
        try request { $0.falseOffset ?? $0.files[upload.digest]?.count ?? 0 }
    }

    func send(_ bytes: [UInt8], at offset: Int, of upload: BackfillUpload) async throws {
        try request { state in
            guard state.files[upload.digest, default: []].count == offset else {
                throw StoreError(text: "wrong offset")
            }
            var bytes = bytes
            if offset == 0, state.damages > 0 {
                state.damages -= 1
                bytes[0] ^= 1
            }
            state.files[upload.digest, default: []] += bytes
        }
    }

    func finish(_ upload: BackfillUpload) async throws -> Bool {
        let isMatching = try request { state in
            var digest = SHA256()
            digest.add(state.files[upload.digest] ?? [])
            guard digest.text == upload.digest else {
                state.files[upload.digest] = nil
                return false
            }
            if state.finished.insert(upload.digest).inserted { state.waiting.append(upload.digest) }
            return true
        }
        // Again, if the app was killed before this.
        try await queue.update(upload.user) { state in
            var state = state
            if isMatching { state.new = upload.start }
            return state
        }
        return isMatching
    }

    func phase(of upload: BackfillUpload) async throws -> QueuedUser.Phase? {
        guard try request({ $0.finished.contains(upload.digest) }) else { return nil }
        return try await queue.user(upload.user).phase
    }

    func failure(of upload: BackfillUpload) async throws -> String? {
        try await queue.user(upload.user).failure
    }
}
