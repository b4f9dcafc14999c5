import Synchronization

/// What the cheapest read through a protocol would be: a call of another module's class, one atomic load, and a bit test.
public protocol BitSource: AnyObject, Sendable {
    func bit(_ number: UInt64) -> Bool
}

public final class SharedWord: BitSource {
    private let word: Atomic<UInt64>

    public init(_ value: UInt64) {
        word = Atomic(value)
    }

    public func bit(_ number: UInt64) -> Bool {
        word.load(ordering: .acquiring) &>> number & 1 != 0
    }
}
