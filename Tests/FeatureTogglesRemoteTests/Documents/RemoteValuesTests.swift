import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct RemoteValuesSourceTests {
    @Test func valuesBecomeOneDocument() async throws {
        let service = FixedValues(["b": .text("neural"), "a": .json(3), "unasked": .json(true)])
        let source = RemoteValuesSource(service)
        let request = RemoteRequest(
            context: EvaluationContext(targetingKey: "me"),
            parameters: ["b", "a", "missing", "a"]
        )
        let document = try #require(try await source.fetch(request))
        #expect(document.format == .values)
        #expect(String(decoding: document.text, as: UTF8.self) == #"{"a":{"value":3},"b":{"text":"neural"}}"#)
        #expect(service.refreshes.withLock { $0 } == ["me"])
    }

    @Test func sameValuesAreUnchanged() async throws {
        let service = FixedValues(["a": .json(3)])
        let source = RemoteValuesSource(service)
        let first = try #require(try await source.fetch(RemoteRequest(parameters: ["a"])))
        #expect(try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["a"])) == nil)
        // A different set of parameters is a different document.
        #expect(try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["b"])) != nil)
        service.values.withLock { $0["a"] = .text("3") }
        let second = try #require(try await source.fetch(RemoteRequest(revision: first.revision, parameters: ["a"])))
        #expect(second.revision != first.revision)
    }

    @Test func serviceFailureIsSourceFailure() async throws {
        let service = FixedValues([:])
        service.failure.withLock { $0 = RemoteSourceError(.throttled, "too often", retryAfter: .seconds(7)) }
        let error = await #expect(throws: RemoteSourceError.self) {
            try await RemoteValuesSource(service).fetch(RemoteRequest(parameters: ["a"]))
        }
        #expect(error?.code == .throttled)
        #expect(error?.retryAfter == .seconds(7))
    }

    @Test func tooLargeDocumentIsRejected() async {
        let text = String(repeating: "x", count: 60_000)
        let parameters = (0..<20).map { "p\($0)" }
        let service = FixedValues(Dictionary(uniqueKeysWithValues: parameters.map { ($0, .text(text)) }))
        let error = await #expect(throws: RemoteSourceError.self) {
            try await RemoteValuesSource(service).fetch(RemoteRequest(parameters: parameters))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func changesAreAnnounced() async {
        let service = FixedValues([:])
        let source = RemoteValuesSource(service)
        #expect(source.announcesChanges)
        var signals = source.signals(after: nil).makeAsyncIterator()
        #expect(await signals.next() == .opened)
        service.announce()
        #expect(await signals.next() == .changed(id: nil))
        service.finish()
        #expect(await signals.next() == .closed(nil))
        #expect(await signals.next() == nil)
    }
}

struct ValuesDocumentTests {
    private func value(_ text: String, _ type: ToggleType, default defaultValue: JSONValue) throws -> JSONValue? {
        let toggle = ToggleDefinition(key: "t", category: .ops, type: type, defaultValue: defaultValue)
        let document = try ValuesDocument(text: Array(text.utf8), format: .values)
        let answer = document.answer(for: toggle, parameter: "t")
        if let error = answer?.error { throw error }
        return answer?.value
    }

    @Test(arguments: [
        (#"{"t":{"text":"yes"}}"#, ToggleType.bool, true as JSONValue?),
        (#"{"t":{"text":"0"}}"#, .bool, false), (#"{"t":{"value":true}}"#, .bool, true),
        (#"{"t":{"text":"20"}}"#, .int, 20), (#"{"t":{"value":20.0}}"#, .int, 20),
        (#"{"t":{"text":"0.5"}}"#, .double, 0.5), (#"{"t":{"text":"20"}}"#, .string, "20"),
        (#"{"t":{"text":""}}"#, .string, ""), (#"{"t":{"text":"b"}}"#, .variants(["a", "b"]), "b"),
        (#"{"t":{"text":"[1]"}}"#, .json, .array([1])), (#"{}"#, .int, nil), (#"{"u":{"value":1}}"#, .int, nil),
    ])
    func valuesAreReadByToggleType(text: String, type: ToggleType, expected: JSONValue?) throws {
        #expect(try value(text, type, default: type == .json ? [] : .null) == expected)
    }

    @Test(arguments: [
        (#"{"t":{"value":"true"}}"#, ToggleType.bool, "takes true or false"),
        (#"{"t":{"text":"x"}}"#, .int, "‘x’ is not a value"),
        (#"{"t":{"value":1.5}}"#, .int, "takes a whole number"),
        (#"{"t":7}"#, .int, "a parameter must be {\"value\": …}"),
        (#"{"t":{}}"#, .int, "a parameter must be {\"value\": …}"), (#"{"t":{"x":1}}"#, .int, "this one has ‘x’"),
        (#"{"t":{"text":1}}"#, .int, "‘text’ must be a string, not an integer"),
        (#"{"t":{"value":1},"t":{"value":2}}"#, .int, "two values"),
    ])
    func unusableValuesAreReportedWithReason(text: String, type: ToggleType, sentence: String) {
        let error = #expect(throws: EvaluationError.self) { try value(text, type, default: .null) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test func unusableValueDoesNotAffectOthers() throws {
        #expect(try value(#"{"bad":7,"t":{"value":1}}"#, .int, default: 0) == 1)
    }

    @Test(arguments: ["", "[]", "7", #"{"t":NaN}"#, #"{"t":{"value":\#(String(repeating: "[", count: 20))"#])
    func invalidDocumentsAreRejected(text: String) {
        #expect(throws: RemoteDocumentError.self) { try ValuesDocument(text: Array(text.utf8), format: .values) }
    }

    @Test func limitsAreEnforced() throws {
        let long = String(repeating: "s", count: 65_537)
        let error = #expect(throws: EvaluationError.self) {
            try value(#"{"t":{"value":["\#(long)"]}}"#, .json, default: [])
        }
        #expect(error?.message.contains("more than 65536 bytes") == true)
        let many = (0...5_000).map { #""p\#($0)":{"value":1}"# }.joined(separator: ",")
        #expect(throws: RemoteDocumentError.self) { try ValuesDocument(text: Array("{\(many)}".utf8), format: .values) }
        let large = "{}" + String(repeating: " ", count: 1 << 20)
        #expect(throws: RemoteDocumentError.self) { try ValuesDocument(text: Array(large.utf8), format: .values) }
    }
}

/// A service with values that the test sets.
private final class FixedValues: RemoteValues {
    let values: Mutex<[String: RemoteValue]>
    let failure = Mutex<RemoteSourceError?>(nil)
    let refreshes = Mutex<[String]>([])
    private let stream = AsyncStream<Void>.makeStream()

    init(_ values: [String: RemoteValue]) {
        self.values = Mutex(values)
    }

    let name = "fixed"

    func refresh(for context: EvaluationContext) async throws(RemoteSourceError) {
        refreshes.withLock { $0.append(context.targetingKey ?? "") }
    }

    func value(for parameter: String) throws(RemoteSourceError) -> RemoteValue? {
        if let failure = failure.withLock({ $0 }) { throw failure }
        return values.withLock { $0[parameter] }
    }

    func changes() -> AsyncStream<Void> { stream.stream }
    func announce() { stream.continuation.yield() }
    func finish() { stream.continuation.finish() }
}
