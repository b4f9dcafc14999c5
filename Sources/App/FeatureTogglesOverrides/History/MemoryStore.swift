import ToggleBase

/// Stores the console's saved state in a file that several consoles can share.
package struct MemoryStore: Sendable {
    /// The maximum size of the file in bytes; the oldest changes are removed to stay within it.
    static let maximumSize = 8 << 20
    /// The reader of the file, in which values begin five levels deep and may be as deep as in the local defaults file.
    private static let reader = JSONReader(maximumDepth: JSONReader().maximumDepth + 5)

    private let file: SharedFile
    /// Returns the current time in seconds since 1970.
    private let now: @Sendable () -> Int64

    /// Creates a store for a file without reading or writing it.
    package init(path: String) {
        self.init(path: path, trust: .person)
    }

    init(
        path: String,
        trust: DurableFile.Trust,
        fileSystem: any FileSystem = POSIXFileSystem(),
        now: @escaping @Sendable () -> Int64 = { SystemTime.secondsSince1970 }
    ) {
        self.now = now
        file = SharedFile(path: path, maximumSize: Self.maximumSize, trust: trust, fileSystem: fileSystem)
    }

    /// Reads the saved state, which is empty if there is no file yet.
    ///
    /// - Returns: The saved state, and a message if the file can't be used. An unusable file is set aside when the state
    ///   is next written.
    package func read() -> (memory: ConsoleMemory, problem: String?) {
        do {
            guard let bytes = try file.read() else { return (ConsoleMemory(), nil) }
            return (try Self.memory(in: bytes), nil)
        } catch let failure as SharedFile.Failure {
            return (ConsoleMemory(), "Pins and history cannot be read: \(failure)")
        } catch {
            return (ConsoleMemory(), "Pins and history cannot be read: \(file.path): \(error)")
        }
    }

    /// Changes the saved state while the file is locked.
    ///
    /// - Parameter change: Changes the state that was read from the file.
    /// - Returns: A message if the previous file could not be used and was set aside.
    /// - Throws: ``OverrideError`` if the file can't be written or has a newer version; the file is unchanged.
    @discardableResult
    package func update(_ change: (inout ConsoleMemory) -> Void) throws(OverrideError) -> String? {
        var problem = ""
        var isNewer = false
        do throws(SharedFile.Failure) {
            let aside = try file.update { bytes -> SharedFile.Decision in
                var memory = ConsoleMemory()
                var isUsable = true
                if let bytes {
                    do throws(OverrideError) {
                        memory = try Self.memory(in: bytes)
                    } catch {
                        isNewer = (try? Self.reader.value(from: bytes)).map(ConsoleMemory.isNewer) ?? false
                        if isNewer { return .keep }
                        problem = error.description
                        isUsable = false
                    }
                }
                change(&memory)
                let new = Self.bytes(of: memory)
                return isUsable ? .replace(new) : .setAside(replacement: new)
            }
            if let aside {
                return "Pins and history could not be read and start empty; the file is kept as \(aside). \(problem)"
            }
        } catch {
            throw OverrideError("Pins and history cannot be saved: \(error)")
        }
        guard isNewer else { return nil }
        throw OverrideError(
            "Pins and history are not saved: \(file.path) has a newer version. Use a newer tool, or remove it."
        )
    }

    /// Applies changes while the file is locked.
    ///
    /// - Returns: The new state, and a message if the previous file could not be used and was set aside.
    /// - Throws: ``OverrideError`` if the file can't be written; the file is unchanged.
    package func apply(_ changes: [MemoryChange]) throws(OverrideError) -> (memory: ConsoleMemory, notice: String?) {
        var result = ConsoleMemory()
        let time = now()
        let notice = try update { memory in
            for change in changes {
                if case .history(var step) = change {
                    step.time = time
                    memory.apply(.history(step))
                } else {
                    memory.apply(change)
                }
            }
            result = memory
        }
        return (result, notice)
    }

    private static func memory(in bytes: [UInt8]) throws(OverrideError) -> ConsoleMemory {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try reader.value(from: bytes)
        } catch {
            throw OverrideError("line \(error.location.line), column \(error.location.column): \(error.message)")
        }
        return try ConsoleMemory(json: json)
    }

    /// Returns the content of the file, omitting the oldest changes if it would be too large otherwise.
    private static func bytes(of memory: ConsoleMemory) -> [UInt8] {
        var memory = memory
        while true {
            let bytes = JSONWriter(.pretty).bytes(memory.json) + [UInt8(ascii: "\n")]
            if bytes.count <= maximumSize || memory.undo.isEmpty && memory.redo.isEmpty { return bytes }
            memory.undo.removeFirst((memory.undo.count + 1) / 2)
            memory.redo.removeFirst((memory.redo.count + 1) / 2)
        }
    }
}
