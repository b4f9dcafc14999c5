import Foundation

/// A shelf that can't be used, or a book that can't be added to it.
struct ShelfError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Data {
    /// Returns the content of a file, or `nil` if the file doesn't exist.
    ///
    /// Throws for a file that can't be read. Treating it as empty would replace it with the next write.
    static func present(at url: URL) throws -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }
}
