import Synchronization

/// The cheapest possible read through a protocol: a call of another module's class, an atomic load, and a bit test.
public protocol BitSource: AnyObject, Sendable {
    /// Whether a bit of the word is set.
    func bit(_ number: UInt64) -> Bool
}

/// A word that is shared between threads.
public final class SharedWord: BitSource {
    private let word: Atomic<UInt64>

    /// Creates a word.
    public init(_ value: UInt64) {
        word = Atomic(value)
    }

    /// Whether a bit of the word is set.
    public func bit(_ number: UInt64) -> Bool {
        word.load(ordering: .acquiring) &>> number & 1 != 0
    }
}
