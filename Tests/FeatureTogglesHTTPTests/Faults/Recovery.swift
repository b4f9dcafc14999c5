import FeatureToggles
import Testing

/// Checks that a fault changes no value, is reported, and is recovered from.
///
/// - Parameters:
///   - fault: The name of the fault, for the report.
///   - transport: The transport of the requests.
///   - client: A client that follows the server.
///   - server: The server, whose document has a page size of 1.
///   - status: The expected state during the fault.
///   - words: A part of the expected explanation of that state.
///   - begin: A closure that begins the fault.
///   - end: A closure that ends the fault.
/// - Throws: An error of the closures, or if the state never reports the fault.
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
