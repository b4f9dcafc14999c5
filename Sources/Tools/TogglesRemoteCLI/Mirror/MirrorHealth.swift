import ToggleBase
import ToggleTool

/// The state of a mirror, for monitoring.
struct MirrorHealth: Sendable, Equatable {
    enum State: String, Sendable {
        /// The source hasn't answered yet.
        case starting
        /// The file is what the source has.
        case current
        /// The source can't be reached, or has no document.
        case unreachable
        /// The document of the source is invalid, not trusted, or too old.
        case rejected
        /// The file can't be written.
        case unwritable
        /// A signal ended the mirror.
        case ended
    }

    var state = State.starting
    /// The revision of the file, without the generation of its key; `nil` for documents without revisions.
    var revision: UInt64?
    /// When the source was last reached and its document accepted, in seconds since 1970.
    var lastSuccess: Int64?
    /// When the file last changed, in seconds since 1970.
    var lastChange: Int64?
    /// Why the state isn't ``State/current``, or what else failed.
    var message: String?
    let source: String
    let file: String

    /// The state as JSON.
    var json: JSONValue {
        func time(_ seconds: Int64?) -> JSONValue {
            guard let seconds, let date = CalendarDate(secondsSince1970: seconds) else { return .null }
            return .string("\(date)T\(SystemTime.clock(seconds))Z")
        }
        return [
            "state": .string(state.rawValue), "revision": revision.map { .integer(Int(clamping: $0)) } ?? .null,
            "lastSuccess": time(lastSuccess), "lastChange": time(lastChange),
            "message": message.map { .string(ToolOutput.shown($0)) } ?? .null, "source": .string(source),
            "file": .string(file), "process": .integer(Int(ProcessEnvironment.processID)),
        ]
    }
}
