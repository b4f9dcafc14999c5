#if canImport(Darwin)
// Only where Foundation is part of the system, because on Linux, a program would have to contain it.
public import Foundation

extension BackfillError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension DualWriteStoreError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension InvalidRecordError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension MigrationJournalError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
#endif
