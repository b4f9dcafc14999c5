import ToggleBase
import ToggleHTTP

/// A response on its way from a session's delegate to its reader.
final class URLSessionExchange: Sendable {
    /// The maximum number of bytes that can wait to be read: enough for any document, but limited if a server sends
    /// more than is read.
    private static let capacity = 4 << 20

    typealias Head = (status: Int, headers: HTTPHeaders)
    private typealias HeadWaiter = CheckedContinuation<Result<Head, HTTPTransportError>, Never>
    private typealias PartWaiter = CheckedContinuation<Result<[UInt8]?, HTTPTransportError>, Never>

    private struct State {
        var head: Head?
        /// The head of a redirect, whose task completes by itself.
        var redirect: Head?
        var parts: [UInt8] = []
        /// The result of the exchange; `.success` after the last byte.
        var end: Result<Void, HTTPTransportError>?
        var headWaiter: HeadWaiter?
        var partWaiter: PartWaiter?
    }

    private let state = Mutex(State())

    /// Whether the task must be canceled, now that the rest isn't needed.
    ///
    /// Foundation on Linux traps if a task is canceled while it completes with a redirect, and it reports the redirect
    /// only afterward. So on Linux, a task is canceled only after its head has arrived, because the response is then
    /// known not to be a redirect. If the head arrives later, the task is canceled then.
    var needsCanceling: Bool {
        state.withLock { state in
            #if canImport(FoundationNetworking)
            state.end == nil && state.head != nil
            #else
            state.end == nil
            #endif
        }
    }

    /// Called with the head of a redirect, which becomes the response when the task completes.
    func expectCompletion(with head: Head) {
        state.withLock { $0.redirect = head }
    }

    /// Called when the head arrives.
    ///
    /// - Returns: Whether to continue with the body.
    func receive(head: Head) -> Bool {
        let (waiter, isWelcome) = state.withLock { state -> (HeadWaiter?, Bool) in
            guard state.end == nil else { return (nil, false) }
            guard state.head == nil, state.redirect == nil else { return (nil, true) }
            state.head = head
            return (state.headWaiter.take(), true)
        }
        waiter?.resume(returning: .success(head))
        return isWelcome
    }

    /// Called when a part of the body arrives.
    ///
    /// - Returns: `false` for the first part that is refused.
    func receive(part: [UInt8]) -> Bool {
        let (waiter, refusal) = state.withLock { state -> (PartWaiter?, HTTPTransportError?) in
            if state.redirect != nil || state.end != nil { return (nil, nil) }
            // Foundation on Linux doesn't report a head without fields.
            guard state.head != nil else { return (nil, HTTPTransportError(.malformed, "the response has no head")) }
            if let waiter = state.partWaiter.take() { return (waiter, nil) }
            guard state.parts.count + part.count <= Self.capacity else {
                return (nil, HTTPTransportError(.tooLarge, "more data arrived than can be buffered"))
            }
            state.parts.append(contentsOf: part)
            return (nil, nil)
        }
        waiter?.resume(returning: .success(part))
        if let refusal { finish(.failure(refusal)) }
        return refusal == nil
    }

    /// Ends the exchange; only the first call has an effect.
    func finish(_ end: Result<Void, HTTPTransportError>) {
        let (headWaiter, partWaiter, head, final) = state.withLock { state in
            if state.end == nil { state.end = end }
            if state.head == nil, case .success = end { state.head = state.redirect }
            return (state.headWaiter.take(), state.partWaiter.take(), state.head, state.end ?? end)
        }
        headWaiter?.resume(returning: head.map(Result.success) ?? .failure(Self.failure(final)))
        partWaiter?.resume(returning: final.map { nil })
    }

    /// Waits for the head.
    func head() async -> Result<Head, HTTPTransportError> {
        await withCheckedContinuation { (waiter: HeadWaiter) in
            let known = state.withLock { state -> Result<Head, HTTPTransportError>? in
                if let head = state.head { return .success(head) }
                if let end = state.end { return .failure(Self.failure(end)) }
                state.headWaiter = waiter
                return nil
            }
            if let known { waiter.resume(returning: known) }
        }
    }

    /// Waits for the next part of the body.
    func nextPart() async -> Result<[UInt8]?, HTTPTransportError> {
        await withCheckedContinuation { (waiter: PartWaiter) in
            let (known, displaced) = state.withLock { state -> (Result<[UInt8]?, HTTPTransportError>?, PartWaiter?) in
                if !state.parts.isEmpty {
                    let parts = state.parts
                    state.parts = []
                    return (.success(parts), nil)
                }
                if let end = state.end { return (end.map { nil }, nil) }
                let displaced = state.partWaiter
                state.partWaiter = waiter
                return (nil, displaced)
            }
            if let known { waiter.resume(returning: known) }
            // There is only one reader. If there is a second one anyway, the first one stops waiting.
            displaced?.resume(returning: .success(nil))
        }
    }

    private static func failure(_ end: Result<Void, HTTPTransportError>) -> HTTPTransportError {
        switch end {
        case .failure(let error): error
        case .success:
            HTTPTransportError(
                .malformed,
                "no response arrived: the connection ended early, or the response is a redirect without a location"
            )
        }
    }
}
