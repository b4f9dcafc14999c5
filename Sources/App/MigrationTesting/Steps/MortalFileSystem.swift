package import ToggleBase

/// A file system in memory, whose process dies at a certain change.
///
/// After its death, every call fails without a change. ``survivor(afterPowerLoss:_:)`` returns the state that another
/// process finds.
package final class MortalFileSystem: FileSystem {
    private struct File {
        var bytes: [UInt8] = []
        /// The durable content; `nil` if the file was never synchronized.
        var durable: [UInt8]?
        var mode: UInt32 = 0o600
    }

    private struct State {
        var files: [UInt64: File] = [:]
        /// The files by name, with `nil` for folders.
        var names: [String: UInt64] = [:]
        /// The durable names.
        var durableNames: [String: UInt64] = [:]
        var folders: Set<String> = ["/"]
        var open: [Int32: Handle] = [:]
        var locks: [UInt64: Int32] = [:]
        var nextFile: UInt64 = 1
        var nextDescriptor: Int32 = 3
        var changes = 0
        var deathAt: Int?
        var isDead = false
    }

    private enum Handle {
        case file(UInt64, position: Int)
        case folder(String)
    }

    private let state: Mutex<State>

    package init() {
        state = Mutex(State())
    }

    private init(_ state: consuming sending State) {
        self.state = Mutex(state)
    }

    /// The number of changes.
    package var changes: Int { state.withLock(\.changes) }
    /// Whether the process died.
    package var isDead: Bool { state.withLock(\.isDead) }
    /// The names of all files, sorted.
    package var fileNames: [String] { state.withLock { $0.names.keys.sorted() } }

    /// Kills the process during a change, counted from 0 from now on.
    package func die(at change: Int) {
        state.withLock {
            $0.changes = 0
            $0.deathAt = change
        }
    }

    /// Returns the state that another process finds.
    ///
    /// - Parameters:
    ///   - isPowerLost: Whether the machine lost power, too, so that only synchronized data is durable.
    ///   - random: Decides about data that isn't durable.
    /// - Returns: A file system without open files and locks.
    package func survivor(
        afterPowerLoss isPowerLost: Bool = false,
        _ random: inout SeededRandom
    ) -> MortalFileSystem {
        let (files, names, durableNames, folders, nextFile) = state.withLock {
            ($0.files, $0.names, $0.durableNames, $0.folders, $0.nextFile)
        }
        var next = State()
        (next.files, next.names, next.folders, next.nextFile) = (files, names, folders, nextFile)
        if isPowerLost {
            // Each name is in its durable or in its current state.
            for name in Set(names.keys).union(durableNames.keys).sorted() where names[name] != durableNames[name] {
                if random.oneIn(2) { next.names[name] = durableNames[name] }
            }
            for (number, file) in files.sorted(by: { $0.key < $1.key }) {
                // Content that isn't durable is complete, missing, or partial.
                guard file.durable != file.bytes else { continue }
                let kept = Int.random(in: 0...file.bytes.count, using: &random)
                next.files[number]?.bytes = random.oneIn(2) ? Array(file.bytes[..<kept]) : file.durable ?? []
            }
        }
        next.files = next.files.mapValues { File(bytes: $0.bytes, durable: $0.bytes, mode: $0.mode) }
        next.durableNames = next.names
        return MortalFileSystem(next)
    }

    /// Makes a change, during which the process may die.
    ///
    /// - Parameter body: Makes the change, or only a part of it if it receives `true` because the process dies.
    /// - Returns: The result of the call.
    /// - Throws: The error of the call, or an error if the process is dead.
    private func change<Result: Sendable>(
        _ body: (inout State, _ isDying: Bool) -> Swift.Result<Result, SystemError>
    ) throws(SystemError) -> Result {
        let result: Swift.Result<Result, SystemError> = state.withLock { state in
            guard !state.isDead else { return .failure(.ioError) }
            let number = state.changes
            state.changes += 1
            guard number == state.deathAt else { return body(&state, false) }
            _ = body(&state, true)
            state.isDead = true
            return .failure(.ioError)
        }
        return try result.get()
    }

    /// Makes a call without a change.
    private func query<Result: Sendable>(
        _ body: (inout State) -> Swift.Result<Result, SystemError>
    ) throws(SystemError) -> Result {
        let result: Swift.Result<Result, SystemError> = state.withLock { state in
            state.isDead ? .failure(.ioError) : body(&state)
        }
        return try result.get()
    }

    private static func open(_ handle: Handle, _ state: inout State) -> Int32 {
        let descriptor = state.nextDescriptor
        state.nextDescriptor += 1
        state.open[descriptor] = handle
        return descriptor
    }
}

// MARK: Calls

extension MortalFileSystem {
    package func openForReading(_ path: String) throws(SystemError) -> Int32 {
        try query { state -> Result<Int32, SystemError> in
            if let file = state.names[path] { return .success(Self.open(.file(file, position: 0), &state)) }
            if state.folders.contains(path) { return .success(Self.open(.folder(path), &state)) }
            return .failure(.noSuchFileOrDirectory)
        }
    }

    package func openFolder(_ path: String) throws(SystemError) -> Int32 {
        try query { state -> Result<Int32, SystemError> in
            guard state.folders.contains(path) else { return .failure(.noSuchFileOrDirectory) }
            return .success(Self.open(.folder(path), &state))
        }
    }

    package func openLock(_ path: String) throws(SystemError) -> Int32 {
        if state.withLock({ $0.names[path] != nil }) { return try openForReading(path) }
        return try make(path)
    }

    package func create(_ path: String) throws(SystemError) -> Int32 {
        try make(path)
    }

    private func make(_ path: String) throws(SystemError) -> Int32 {
        try change { (state, _) -> Result<Int32, SystemError> in
            guard state.names[path] == nil else { return .failure(.fileExists) }
            guard state.folders.contains(PathText.folder(of: path)) else { return .failure(.noSuchFileOrDirectory) }
            let number = state.nextFile
            state.nextFile += 1
            state.files[number] = File()
            state.names[path] = number
            return .success(Self.open(.file(number, position: 0), &state))
        }
    }

    package func close(_ descriptor: Int32) throws(SystemError) {
        try query { state -> Result<Void, SystemError> in
            guard state.open.removeValue(forKey: descriptor) != nil else { return .failure(.badFileDescriptor) }
            state.locks = state.locks.filter { $0.value != descriptor }
            return .success(())
        }
    }

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let limit = buffer.count
        let part = try query { state -> Result<[UInt8], SystemError> in
            guard case .file(let number, let position)? = state.open[descriptor], let file = state.files[number] else {
                return .failure(.isDirectory)
            }
            let end = min(file.bytes.count, position + limit)
            state.open[descriptor] = .file(number, position: end)
            return .success(position < end ? Array(file.bytes[position..<end]) : [])
        }
        buffer.copyBytes(from: part)
        return part.count
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        let bytes = Array(bytes)
        return try change { (state, isDying) -> Result<Int, SystemError> in
            guard case .file(let number, _)? = state.open[descriptor] else { return .failure(.badFileDescriptor) }
            state.files[number]?.bytes += isDying ? bytes[..<(bytes.count / 2)] : bytes[...]
            return .success(bytes.count)
        }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        try change { (state, isDying) -> Result<Void, SystemError> in
            // A process that dies during the call can't tell whether it took effect.
            guard !isDying else { return .success(()) }
            switch state.open[descriptor] {
            case .file(let number, _)?:
                let bytes = state.files[number]?.bytes
                state.files[number]?.durable = bytes
            case .folder(let folder)?:
                let isInFolder = { (name: String) in PathText.folder(of: name) == folder }
                state.durableNames = state.durableNames.filter { !isInFolder($0.key) }
                for (name, number) in state.names where isInFolder(name) { state.durableNames[name] = number }
            case nil: return .failure(.badFileDescriptor)
            }
            return .success(())
        }
    }

    package func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
        try query { state -> Result<Bool, SystemError> in
            guard case .file(let number, _)? = state.open[descriptor] else { return .failure(.badFileDescriptor) }
            if let holder = state.locks[number] { return .success(holder == descriptor) }
            state.locks[number] = descriptor
            return .success(true)
        }
    }

    package func pause(for duration: Duration) {}

    package func status(ofDescriptor descriptor: Int32) throws(SystemError) -> FileStatus {
        try query { state -> Result<FileStatus, SystemError> in
            guard case .file(let number, _)? = state.open[descriptor], let file = state.files[number] else {
                return .failure(.badFileDescriptor)
            }
            return .success(Self.status(number, file))
        }
    }

    package func status(ofPath path: String) throws(SystemError) -> FileStatus {
        try query { state -> Result<FileStatus, SystemError> in
            if let number = state.names[path], let file = state.files[number] {
                return .success(Self.status(number, file))
            }
            guard state.folders.contains(path) else { return .failure(.noSuchFileOrDirectory) }
            let identity = FileStatus.Identity(device: 1, inode: 0)
            return .success(FileStatus(kind: .folder, size: 0, mode: 0o700, owner: 0, group: 0, identity: identity))
        }
    }

    private static func status(_ number: UInt64, _ file: File) -> FileStatus {
        FileStatus(
            kind: .file,
            size: file.bytes.count,
            mode: file.mode,
            owner: 0,
            group: 0,
            identity: FileStatus.Identity(device: 1, inode: number)
        )
    }

    package func target(ofLink path: String) throws(SystemError) -> String {
        throw SystemError.invalidArgument
    }

    package func names(inFolder path: String) throws(SystemError) -> [String] {
        try query { state -> Result<[String], SystemError> in
            .success(state.names.keys.filter { PathText.folder(of: $0) == path }.map(PathText.name(of:)).sorted())
        }
    }

    package func rename(_ path: String, to newPath: String) throws(SystemError) {
        try change { (state, isDying) -> Result<Void, SystemError> in
            guard let number = state.names[path] else { return .failure(.noSuchFileOrDirectory) }
            // A rename is atomic. If the process dies during it, even-numbered ones happen and odd-numbered ones don't.
            if isDying, !state.changes.isMultiple(of: 2) { return .success(()) }
            guard state.names[newPath] != number else { return .success(()) }
            state.names[newPath] = number
            state.names[path] = nil
            return .success(())
        }
    }

    package func link(_ path: String, to newPath: String) throws(SystemError) {
        try change { (state, _) -> Result<Void, SystemError> in
            guard let number = state.names[path] else { return .failure(.noSuchFileOrDirectory) }
            guard state.names[newPath] == nil else { return .failure(.fileExists) }
            state.names[newPath] = number
            return .success(())
        }
    }

    package func remove(_ path: String) throws(SystemError) {
        try change { (state, _) -> Result<Void, SystemError> in
            state.names.removeValue(forKey: path) == nil ? .failure(.noSuchFileOrDirectory) : .success(())
        }
    }

    package func createFolder(_ path: String) throws(SystemError) {
        try change { (state, _) -> Result<Void, SystemError> in
            state.folders.insert(path).inserted ? .success(()) : .failure(.fileExists)
        }
    }

    package func setMode(_ mode: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {
        try change { (state, _) -> Result<Void, SystemError> in
            guard case .file(let number, _)? = state.open[descriptor] else { return .failure(.badFileDescriptor) }
            state.files[number]?.mode = mode
            return .success(())
        }
    }

    package func setOwner(_ owner: UInt32, group: UInt32, ofDescriptor descriptor: Int32) throws(SystemError) {}
}
