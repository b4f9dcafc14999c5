/// The revisions of files, which a program reads from version control.
package protocol RevisionHistory: Sendable {
    /// The error if they can't be read.
    associatedtype Failure: Error

    /// Whether older commits are missing.
    var isShallow: Bool { get }

    /// Returns the commits that changed a file, oldest first.
    func revisions(of path: String) throws(Failure) -> [FileRevision]

    /// Returns a number for each commit, larger for later ones.
    func positions(of commits: Set<String>) throws(Failure) -> [String: Int]

    /// Reads contents.
    ///
    /// - Parameters:
    ///   - blobs: The identifiers of the contents; one that occurs twice is read twice.
    ///   - limit: The size in bytes of the largest content to read.
    ///   - body: Receives the index in `blobs` and the content; `nil` if it exceeds the limit or is missing.
    /// - Throws: An error if they can't be read.
    func readBlobs(_ blobs: [String], limit: Int, _ body: (Int, [UInt8]?) -> Void) throws(Failure)
}
