// The parts of Combine that OpenFeature's adapter and the stand-in for its SDK use, where there is no Combine.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error

    func receive(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { receive(receiveValue) }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let subscribe: (@escaping (Output) -> Void) -> AnyCancellable

    public init(_ publisher: some Publisher<Output, Failure>) {
        subscribe = { publisher.receive($0) }
    }

    public func receive(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable { subscribe(receiveValue) }
}

public final class AnyCancellable {
    private let cancellation: () -> Void

    public init(_ cancel: @escaping () -> Void) {
        cancellation = cancel
    }

    deinit { cancellation() }

    public func cancel() { cancellation() }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    private let lock = NSLock()
    private var receivers: [Int: (Output) -> Void] = [:]
    private var count = 0

    public init() {}

    public func send(_ value: Output) {
        let receivers = lock.withLock { Array(self.receivers.values) }
        for receiver in receivers { receiver(value) }
    }

    public func receive(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let number = lock.withLock {
            count += 1
            receivers[count] = receiveValue
            return count
        }
        return AnyCancellable { [weak self] in self?.lock.withLock { _ = self?.receivers.removeValue(forKey: number) } }
    }
}

public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = NSLock()
    private var result: Result<Output, Failure>?
    private var receivers: [(Output) -> Void] = []

    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { result in
            let receivers = self.lock.withLock {
                self.result = result
                defer { self.receivers = [] }
                return self.receivers
            }
            if case .success(let value) = result { for receiver in receivers { receiver(value) } }
        }
    }

    public func receive(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let result = lock.withLock {
            if self.result == nil { receivers.append(receiveValue) }
            return self.result
        }
        if case .success(let value)? = result { receiveValue(value) }
        return AnyCancellable {}
    }
}

extension Future where Failure == Never {
    public var value: Output {
        get async {
            await withCheckedContinuation { continuation in
                _ = receive { value in
                    // The values of the adapter are Void.
                    nonisolated(unsafe) let value = value
                    continuation.resume(returning: value)
                }
            }
        }
    }
}
