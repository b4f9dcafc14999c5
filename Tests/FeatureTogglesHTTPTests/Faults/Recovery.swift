import FeatureToggles
import Testing

/// What every fault is to leave alone, say and get over.
///
/// - Parameters:
///   - fault: What goes wrong, for the report.
///   - transport: What carries the requests.
///   - client: A client that has read a page size of 1.
///   - server: Where it reads it.
///   - status: What the state has to be meanwhile.
///   - words: What its sentence has to say.
///   - begin: Lets the fault begin.
///   - end: Ends it.
/// - Throws: What the closures throw, and when the state never says what is wrong.
func expectRecovery(
    from fault: String,
    _ transport: Transports,
    _ client: ToggleClient,
    _ server: FaultyServer,
    status: RemoteState.Status = .stale,
    words: String = "",
    begin: () throws -> Void,
    end: () throws -> Void
) async throws {
    await client.until(pageSize: 1)
    await client.until { $0.status == .ready }
    try begin()
    server.publish(2)
    let state = try #require(await client.until { $0.status != .ready && $0.why.contains(words) })
    #expect(state.status == status)
    #expect(client.value(of: .pageSize) == 1, "the last good value stays")
    #expect(client.evaluation(of: .pageSize).error == nil)
    #expect(client.explanation(of: .pageSize).remoteState?.why.isEmpty == false)
    let clock = ContinuousClock()
    let start = clock.now
    try end()
    await client.until(pageSize: 2)
    let time = start.duration(to: clock.now)
    await client.until { $0.status == .ready }
    print("recovery | \(transport.rawValue) | \(fault) | \(Int(time / .milliseconds(1))) ms | \(state.why)")
}
