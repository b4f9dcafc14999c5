// run.sh compiles this file and the core as one module.

/// Reads an input of libFuzzer as a remote document, and evaluates every flag of it.
///
/// Nothing may trap. The two JSON readers must agree, and so must evaluations with and without an explanation.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFlagDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    compareReaders(text)
    for bucketing in [Bucketing.v2, .v3] {
        guard let document = try? FlagDocument(text: text, bucketing: bucketing) else { continue }
        precondition(document.problems.allSatisfy { !$0.message.isEmpty && $0.location.line > 0 })
        precondition(document.keys.count == document.count)
        for context in contexts {
            for index in 0..<min(document.count, 50) {
                precondition(document.index(of: document.flag(at: index).key) == index)
                let outcome = document.variant(of: index, context: context, timestamp: 1_800_000_000)
                let answer = document.evaluate(index, context: context, timestamp: 1_800_000_000)
                precondition((answer.error == nil) == (outcome >= FlagOutcome.disabled) || outcome >= 0)
                if let variant = answer.variant {
                    precondition(document.flag(at: index).variantName(at: Int(outcome)) == variant)
                }
            }
        }
    }
    return 0
}

/// Checks that both readers accept the same texts and return the same values.
private func compareReaders(_ text: [UInt8]) {
    let value = try? JSONReader(maximumDepth: 64).value(from: text)
    let arena = FlatArena()
    let flat = text.withUnsafeBufferPointer { input -> JSONValue? in
        var reader = FlatReader(into: arena, maximumDepth: 64)
        return (try? reader.value(from: input))?.json
    }
    precondition((value == nil) == (flat == nil), "one reader accepts what the other one rejects")
    if let value, let flat { precondition(JSONWriter().bytes(value) == JSONWriter().bytes(flat)) }
}

private let contexts = [
    EvaluationContext(),
    EvaluationContext(
        targetingKey: "5c3d8535-f81a-4478-a6d3-afaa4d51199e",
        attributes: [
            "a": 1, "b": "text", "c": [1, "x", ["y": .null]], "d": ["e": ["f": 0.5]], "version": "1.2.3-rc.1",
            "n": -0.0,
            "country": "DE", "age": 18, "email": "ä@example.com",
        ]
    ),
]
