import FeatureToggles

/// Keeps what the console remembers in a file that several consoles may share.
package struct MemoryStore: Sendable {
    /// The largest file, in bytes; the oldest changes are forgotten beyond it.
    static let maximumSize = 8 << 20
    /// Values lie five levels deep in the file, and may be as deep as the local defaults file allows.
    private static let reader = JSONReader(maximumDepth: JSONReader().maximumDepth + 5)

    private let file: SharedFile

    /// Names the file; nothing is read or written yet.
    package init(path: String) {
        self.init(path: path, trust: .person)
    }

    init(path: String, trust: DurableFile.Trust, fileSystem: any FileSystem = POSIXFileSystem()) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize, trust: trust, fileSystem: fileSystem)
    }

    /// What is remembered: nothing where there is no file yet.
    ///
    /// - Returns: What is remembered, and a sentence when the file could not be used. It is set aside, not lost, when
    ///   something is remembered the next time.
    package func read() -> (memory: ConsoleMemory, problem: String?) {
        do {
            guard let bytes = try file.read() else { return (ConsoleMemory(), nil) }
            return (try Self.memory(in: bytes), nil)
        } catch let failure as SharedFile.Failure {
            return (ConsoleMemory(), "Pins and history are not at hand: \(failure)")
        } catch {
            return (ConsoleMemory(), "Pins and history are not at hand: \(file.path): \(error)")
        }
    }

    /// Changes what is remembered, while nobody else can.
    ///
    /// - Parameter change: Given what the file holds, makes it what it shall hold.
    /// - Returns: A sentence when the file before could not be used and was set aside.
    /// - Throws: ``ConsoleFailure`` when it cannot be written, or is of a newer version; the file is as it was.
    @discardableResult
    package func update(_ change: (inout ConsoleMemory) -> Void) throws(ConsoleFailure) -> String? {
        var problem = ""
        var isNewer = false
        do throws(SharedFile.Failure) {
            let aside = try file.update { bytes -> SharedFile.Decision in
                var memory = ConsoleMemory()
                var isUsable = true
                if let bytes {
                    do throws(ConsoleFailure) {
                        memory = try Self.memory(in: bytes)
                    } catch {
                        isNewer = (try? Self.reader.value(from: bytes)).map(ConsoleMemory.isNewer) ?? false
                        if isNewer { return .keep }
                        problem = error.message
                        isUsable = false
                    }
                }
                change(&memory)
                let new = Self.bytes(of: memory)
                return isUsable ? .replace(new) : .setAside(replacement: new)
            }
            if let aside {
                return "Pins and history could not be read and begin anew; the file is kept as \(aside). \(problem)"
            }
        } catch {
            throw ConsoleFailure("Pins and history cannot be kept: \(error)")
        }
        guard isNewer else { return nil }
        throw ConsoleFailure(
            "Pins and history are not kept: \(file.path) is of a newer version. Use a newer tool, or remove it."
        )
    }

    /// Notes changes, while nobody else can.
    ///
    /// - Returns: What is remembered now, and a sentence when the file before could not be used and was set aside.
    /// - Throws: ``ConsoleFailure`` when it cannot be written; the file is as it was.
    func apply(_ changes: [MemoryChange]) throws(ConsoleFailure) -> (memory: ConsoleMemory, notice: String?) {
        var result = ConsoleMemory()
        let notice = try update { memory in
            for change in changes { memory.apply(change) }
            result = memory
        }
        return (result, notice)
    }

    private static func memory(in bytes: [UInt8]) throws(ConsoleFailure) -> ConsoleMemory {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try reader.value(from: bytes)
        } catch {
            throw ConsoleFailure("line \(error.location.line), column \(error.location.column): \(error.message)")
        }
        return try ConsoleMemory(json: json)
    }

    /// The content of the file, without the oldest changes where it would be too large with them.
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
