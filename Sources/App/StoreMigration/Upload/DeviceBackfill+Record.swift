import ToggleBase

extension DeviceBackfill {
    /// The progress, as stored in the file.
    struct Record: Equatable {
        /// When the dual writes began for which the old store is uploaded.
        var start: MigrationTime
        var phase: Phase
        /// The SHA-256 digest of the export; `nil` until it is made.
        var digest: String?
        /// The size of the export in bytes.
        var size = 0
        /// Why the server's copy failed, if the server says so.
        var failure: String?
    }
}

extension DeviceBackfill.Record {
    var json: JSONValue {
        var object: JSONObject = [
            "version": 1, "start": MigrationTime?.some(start).json, "phase": .string(phase.rawValue),
        ]
        object["sha256"] = digest.map { .string($0) }
        if digest != nil { object["size"] = .integer(size) }
        object["failure"] = failure.map { .string($0) }
        return .object(object)
    }

    init?(_ bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 4).value(from: bytes),
            object["version"] == .integer(1), let start = object["start"].time, let start,
            case .string(let name)? = object["phase"], let phase = DeviceBackfill.Phase(rawValue: name)
        else { return nil }
        self.init(start: start, phase: phase)
        if case .string(let text)? = object["sha256"], case .integer(let count)? = object["size"], count >= 0 {
            (digest, size) = (text, count)
        } else if phase == .waiting || phase == .failed {
            // Without the digest, the server can't be asked.
            return nil
        }
        if phase == .failed, case .string(let text)? = object["failure"] { failure = text }
    }
}
