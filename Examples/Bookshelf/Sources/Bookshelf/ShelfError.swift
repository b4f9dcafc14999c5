import Foundation

/// Why a shelf cannot be used, or a book cannot be put there.
struct ShelfError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Data {
    /// What is in a file; nothing where there is none yet.
    ///
    /// A file that is there and cannot be read is no empty one: what is written next would replace it.
    static func present(at url: URL) throws -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }
}
