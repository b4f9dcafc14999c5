import Foundation
import Observation

/// The shop's remote document and its update policy, as files that the app can change itself.
///
/// They take the place of a server and of the people who operate it.
@MainActor
@Observable
final class OperatorDesk {
    /// The path of the remote document.
    let flags: String
    /// The path of the update policy.
    let policy: String

    /// The share of the customers who have the neural ranking.
    var percentWithNeuralRanking = 0 {
        didSet { writeFlags() }
    }
    /// Whether this version of the app is locked out.
    var isLocked = false {
        didSet { writePolicy() }
    }

    /// Writes both documents as they come with the app.
    init() {
        let manager = FileManager.default
        let folder =
            manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? manager.temporaryDirectory
        let own = folder.appending(path: "storefront-documents")
        flags = own.appending(path: "flags.json").path(percentEncoded: false)
        policy = own.appending(path: "update-policy.json").path(percentEncoded: false)
        try? manager.createDirectory(at: own, withIntermediateDirectories: true)
        writeFlags()
        writePolicy()
    }

    /// Locks this version of the app out for a while.
    func lockOut(for duration: Duration) async {
        isLocked = true
        try? await Task.sleep(for: duration)
        isLocked = false
    }

    private func writeFlags() {
        let percent = percentWithNeuralRanking
        write(
            Self.bundled("flags")
                .replacing(#""neural", 0"#, with: #""neural", \#(percent)"#)
                .replacing(#""classic", 100"#, with: #""classic", \#(100 - percent)"#),
            to: flags
        )
    }

    private func writePolicy() {
        let text = Self.bundled("update-policy")
        write(isLocked ? text.replacing("<1.0.0", with: "<3.0.0") : text, to: policy)
    }

    private func write(_ text: String, to path: String) {
        // A failure shows in the debug menu, because the document is then missing.
        try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    private static func bundled(_ name: String) -> String {
        guard let url = Bundle.main.url(forResource: name, withExtension: "json"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return "{}" }
        return text
    }
}
