public import Foundation

extension DataMigrationError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension MigrationListError: LocalizedError {
    /// The same text as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
