// What servers send, made up by libFuzzer. run.sh says how it is compiled: as a part of the core's module.

/// Reads one input as a stream of server-sent events and as an OFREP answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    checkEvents(input)
    checkAnswers(input)
    return 0
}

/// The events are the same wherever the bytes are cut, and none is larger than allowed.
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
        // A byte that is no UTF-8 becomes three.
        precondition(event.data.utf8.count <= 3 * 256 && event.type.utf8.count <= 3 * 256, "too large")
        precondition(!event.lastEventID.utf8.contains(0), "NUL")
    }
}

/// Every key has an answer, and nothing shows an address of a stream.
private func checkAnswers(_ input: [UInt8]) {
    guard let document = try? ValuesDocument(text: input, format: .ofrep) else { return }
    precondition(Set(document.keys) == Set(document.answers.keys), "keys")
    precondition(document.keys.count == document.answers.count, "a key twice")
    for answer in document.answers.values where answer.error != nil {
        precondition(answer.value == nil, "a value and an error")
    }
    for stream in document.eventStreams { precondition((1...86_400).contains(stream.inactivityDelay), "delay") }
}
