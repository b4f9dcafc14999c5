#if OVERRIDES
import ToggleBase

/// The text of a client's state file.
///
/// The text is written directly instead of as a tree of values, because it is written after every change.
struct StateFileContent: Sendable {
    /// The version of the format.
    static let version = 1
    /// The maximum size in bytes of a value; a longer one is cut off.
    static let maximumValueSize = 4 << 10
    /// The size in bytes of the text after which values are cut off to ``smallValueSize``.
    static let largeSize = 8 << 20
    /// The maximum size in bytes of a value in a large text.
    static let smallValueSize = 64
    /// The maximum size in bytes of any other text, such as an error message.
    static let maximumTextSize = 1 << 10
    /// The maximum size in bytes of a document that is in no file.
    static let maximumDocumentSize = 64 << 10
    /// The maximum number of attributes of the context, and of problems.
    static let maximumCount = 100

    let processID: Int32
    let executable: String?
    /// When the client was created, in seconds since 1970.
    let started: Int64
    /// The attributes of the context whose values are left out.
    let hiddenAttributes: Set<String>

    /// Returns the beginning of the text, which precedes the ``body(_:_:)``.
    ///
    /// - Parameter changed: The current time in seconds since 1970.
    /// - Returns: UTF-8.
    static func header(changed: Int64) -> [UInt8] {
        Array("{\"version\":\(version),\"changed\":\(changed),".utf8)
    }

    /// Returns the text except for its beginning; equal for equal data.
    ///
    /// - Parameters:
    ///   - live: The client's data.
    ///   - toggles: The text of the client's toggles, which is updated.
    /// - Returns: UTF-8.
    /// - Complexity: O(*n*) in the number of toggles and the size of their values; mostly copying of bytes if only the
    ///   context has changed.
    func body(_ live: LiveToggles, _ toggles: inout RenderedToggles) -> [UInt8] {
        var text = Text()
        let state = live.state
        toggles.update(live)
        text.bytes.reserveCapacity(4_096 + toggles.bytes.count)
        text.name("application", isFirst: true)
        text.string(state.application ?? "")
        if case .string(let version)? = state.context[EvaluationContext.Attribute.appVersion],
            !hiddenAttributes.contains(EvaluationContext.Attribute.appVersion)
        {
            text.member("applicationVersion", version)
        }
        text.name("process")
        text.open("{")
        text.name("id", isFirst: true)
        text.whole(Int64(processID))
        text.member("executable", executable)
        text.member("started", started)
        text.close("}")
        text.member("localDefaults", state.overrides.path)
        append(state.remote, to: &text)
        append(state.context, to: &text)
        append(state.problems, to: &text)
        // On lines of their own, so that people find them.
        text.name("toggles")
        text.open("[")
        text.bytes.append(contentsOf: toggles.bytes)
        text.bytes.append(UInt8(ascii: "\n"))
        text.close("]")
        text.close("}")
        return text.bytes
    }

    private func append(_ remote: RemoteFacts, to text: inout Text) {
        guard let state = remote.state else { return }
        text.name("remote")
        text.open("{")
        text.name("source", isFirst: true)
        text.string(state.source)
        text.member("status", state.status.rawValue)
        text.member("since", state.since)
        text.member("why", state.why)
        text.member("lastSuccess", state.lastSuccess)
        text.member("nextAttempt", state.nextAttempt)
        text.member("revision", state.revision)
        if remote.evaluator != nil {
            text.name("isCached")
            text.raw(remote.isCached ? "true" : "false")
        }
        switch remote.place {
        case .file(let path):
            text.member("documentPath", path)
        case .text(let bytes) where bytes.count <= Self.maximumDocumentSize:
            text.member("document", String(decoding: bytes, as: UTF8.self), limit: .max)
        case .text, nil: break
        }
        text.close("}")
    }

    private func append(_ context: EvaluationContext, to text: inout Text) {
        text.name("context")
        text.open("[")
        // Rules see the targeting key as an attribute, too.
        let attributes = context.attributes.sorted { $0.key < $1.key }.filter { $0.key != Self.targetingKey }
        let all = (context.targetingKey.map { [(Self.targetingKey, JSONValue.string($0))] } ?? []) + attributes
        for (name, value) in all.prefix(Self.maximumCount) {
            text.element()
            text.open("{")
            text.name("name", isFirst: true)
            text.string(name)
            if hiddenAttributes.contains(name) {
                text.name("isHidden")
                text.raw("true")
            } else {
                text.member("value", value)
            }
            text.close("}")
        }
        text.close("]")
    }

    /// The name under which rules see the targeting key.
    private static let targetingKey = "targetingKey"

    private func append(_ problems: [ToggleProblem], to text: inout Text) {
        text.name("problems")
        text.open("[")
        for problem in problems.prefix(Self.maximumCount) {
            text.element()
            text.open("{")
            text.name("source", isFirst: true)
            text.string(problem.source.rawValue)
            text.member("origin", problem.origin)
            text.member("message", problem.message)
            text.close("}")
        }
        text.close("]")
    }
}

extension StateFileContent {
    /// JSON text that is built from its parts.
    struct Text {
        var bytes: [UInt8] = []

        private var isAfterOpening: Bool {
            bytes.last == UInt8(ascii: "{") || bytes.last == UInt8(ascii: "[")
        }

        mutating func raw(_ text: StaticString) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }

        mutating func open(_ bracket: Unicode.Scalar) { bytes.append(UInt8(ascii: bracket)) }

        mutating func close(_ bracket: Unicode.Scalar) { bytes.append(UInt8(ascii: bracket)) }

        /// Begins an element of an array.
        mutating func element() {
            if !isAfterOpening { bytes.append(UInt8(ascii: ",")) }
        }

        /// Begins a member of an object.
        mutating func name(_ name: StaticString, isFirst: Bool = false) {
            raw(isFirst ? "\"" : ",\"")
            raw(name)
            raw("\":")
        }

        mutating func whole(_ number: Int64) { bytes.append(contentsOf: String(number).utf8) }

        /// Appends a string, cut off after a number of bytes.
        mutating func string(_ text: String, limit: Int = maximumTextSize) {
            guard text.utf8.count > limit else { return JSONWriter.append(text, to: &bytes) }
            JSONWriter.append(text.start(bytes: limit) + "…", to: &bytes)
        }

        mutating func member(_ name: StaticString, _ text: String?, limit: Int = maximumTextSize) {
            guard let text else { return }
            self.name(name)
            string(text, limit: limit)
        }

        mutating func member(_ name: StaticString, _ number: Int64?) {
            guard let number else { return }
            self.name(name)
            whole(number)
        }

        mutating func member(_ name: StaticString, _ error: EvaluationError?) {
            guard let error else { return }
            self.name(name)
            open("{")
            self.name("code", isFirst: true)
            string(error.code.rawValue)
            member("message", error.message)
            close("}")
        }

        /// Appends strings, unless they are longer together than a value can be.
        mutating func member(_ name: StaticString, _ texts: [String]) {
            guard texts.reduce(0, { $0 + $1.utf8.count + 3 }) <= maximumValueSize else { return }
            self.name(name)
            open("[")
            for text in texts {
                element()
                JSONWriter.append(text, to: &bytes)
            }
            close("]")
        }

        /// Appends a value, or its beginning under the name with `Cut` at the end if it is too long.
        mutating func member(_ name: StaticString, _ value: JSONValue) {
            let limit = bytes.count > largeSize ? smallValueSize : maximumValueSize
            switch value {
            case .null, .bool, .integer, .number:
                self.name(name)
                scalar(value)
            case .string(let text) where text.utf8.count <= limit:
                self.name(name)
                JSONWriter.append(text, to: &bytes)
            case .string(let text):
                cut(name, size: text.utf8.count, start: text.start(bytes: limit))
            case .array, .object:
                let whole = JSONWriter().bytes(value)
                if whole.count <= limit {
                    self.name(name)
                    bytes.append(contentsOf: whole)
                } else {
                    let start = String(decoding: whole.prefix(limit + 4), as: UTF8.self).start(bytes: limit)
                    cut(name, size: whole.count, start: start)
                }
            }
        }

        private mutating func scalar(_ value: JSONValue) {
            switch value {
            case .bool(let flag): raw(flag ? "true" : "false")
            case .integer(let number): whole(Int64(number))
            default: bytes.append(contentsOf: JSONWriter().bytes(value))
            }
        }

        private mutating func cut(_ name: StaticString, size: Int, start: String) {
            raw(",\"")
            raw(name)
            raw("Cut\":")
            open("{")
            self.name("bytes", isFirst: true)
            whole(Int64(size))
            self.name("start")
            JSONWriter.append(start, to: &bytes)
            close("}")
        }
    }
}

extension String {
    /// Returns the beginning of the string, without its last character if that would be incomplete.
    fileprivate func start(bytes limit: Int) -> String {
        var end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex) ?? utf8.endIndex
        while end > utf8.startIndex, end < utf8.endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

#endif
