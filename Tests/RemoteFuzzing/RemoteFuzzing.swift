// run.sh compiles this file, the core, and the parser of server-sent events as one module.

/// Reads an input of libFuzzer as a stream of server-sent events and as an OFREP response.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    checkEvents(input)
    checkAnswers(input)
    return 0
}

/// Checks that the events don't depend on how the bytes are split, and that none is too large.
private func checkEvents(_ input: [UInt8]) {
    func items(_ parts: [ArraySlice<UInt8>]) -> [ServerSentEventParser.Item]? {
        var parser = ServerSentEventParser(limit: 256)
        var items: [ServerSentEventParser.Item] = []
        for part in parts {
            guard let more = try? parser.consume(Array(part)) else { return nil }
            items += more
        }
        return items
    }
    let whole = items([input[...]])
    let middle = input.count / 2
    precondition(items([input[..<middle], input[middle...]]) == whole, "two parts")
    precondition(items(input.indices.map { input[$0...$0] }) == whole, "byte by byte")
    for case .event(let event) in whole ?? [] {
        // A byte that is not UTF-8 becomes three.
        precondition(event.data.utf8.count <= 3 * 256 && event.type.utf8.count <= 3 * 256, "too large")
        precondition(!event.lastEventID.utf8.contains(0), "NUL")
    }
}

/// Checks that every key has exactly one answer, and that answers and streams are consistent.
private func checkAnswers(_ input: [UInt8]) {
    guard let document = try? ValuesDocument(text: input, format: .ofrep) else { return }
    precondition(Set(document.keys) == Set(document.answers.keys), "keys")
    precondition(document.keys.count == document.answers.count, "a duplicate key")
    for answer in document.answers.values where answer.error != nil {
        precondition(answer.value == nil, "a value and an error")
    }
    for stream in document.eventStreams { precondition((1...86_400).contains(stream.inactivityDelay), "delay") }
}
