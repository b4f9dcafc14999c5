/// A poll that ended without the expected result.
package struct PollingError: Error, CustomStringConvertible {
    package let description: String
}

/// Repeats a query until it returns `true`.
///
/// Only for what gives no signal, such as the screen of another process. Anything else is awaited with ``Watched``,
/// ``ManualTime``, or ``HeldWork``.
///
/// - Parameters:
///   - expectation: What is expected, for the error.
///   - state: Returns what there is instead, for the error.
///   - isMet: The query.
/// - Throws: ``PollingError`` if it doesn't return `true` within two minutes, or an error of the query.
package func poll(
    for expectation: @autoclosure () -> String,
    insteadOf state: () throws -> String = { "" },
    until isMet: () throws -> Bool
) async throws {
    // Far longer than anything takes on a busy machine, so that no result depends on it.
    let end = ContinuousClock.now + .seconds(120)
    while try !isMet() {
        guard ContinuousClock.now < end else {
            throw PollingError(description: "There was no \(expectation()) within two minutes. \(try state())")
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}
