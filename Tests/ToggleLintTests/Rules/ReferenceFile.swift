import Foundation
import Testing

/// A file of the repository that a test keeps up to date.
struct ReferenceFile {
    private let url: URL

    /// Creates a reference to a file.
    ///
    /// - Parameter path: The path from the root of the package.
    init(_ path: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
            .appending(path: path)
    }

    /// Compares the file with the expected text, or writes it if `UPDATE_REFERENCES` is set.
    func expect(_ text: String) throws {
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil {
            try Data(text.utf8).write(to: url)
        }
        let reference = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        let (left, right) = (lines(text), lines(reference))
        let index =
            zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
        let difference = """
            line \(index + 1) is ‘\(index < right.count ? right[index] : "")’, but should be \
            ‘\(index < left.count ? left[index] : "")’; when the change is meant, run with UPDATE_REFERENCES=1 and read \
            the difference
            """
        #expect(left == right, "\(difference)")
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
