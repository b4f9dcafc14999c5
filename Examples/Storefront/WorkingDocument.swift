import Foundation

/// A remote document that somebody edits while the storefront runs: at first a copy of `flags.json`, or of
/// `update-policy.json`, beside this file.
///
/// A copy, so that trying things out changes nothing in the repository.
struct WorkingDocument {
    /// What the document of the flags is before anybody edits it.
    static let initialText = String(decoding: PackageResources.flags_json, as: UTF8.self)

    /// Where it is.
    let path: String

    /// The update policy that lies beside the document of the flags.
    static func updatePolicy(beside document: WorkingDocument) throws(Failure) -> WorkingDocument {
        let folder = URL(filePath: document.path).deletingLastPathComponent()
        return try WorkingDocument(
            path: folder.appending(path: "update-policy.json").path(percentEncoded: false),
            initially: PackageResources.update_policy_json
        )
    }

    /// A document at a path, which is written when there is none.
    ///
    /// - Throws: An error with a sentence when it cannot be written.
    init(path: String, initially bytes: [UInt8] = PackageResources.flags_json) throws(Failure) {
        self.path = path
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            // Somebody's edits outlive a restart.
            var isFolder = ObjCBool(false)
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                throw Failure(description: "‘\(path)’ is a folder; name a file in it with --serve FILE")
            }
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw Failure(
                description: """
                    there is no document at ‘\(path)’ and it cannot be written\
                    \(reason.map { " (\(String(cString: strerror($0.code.rawValue))))" } ?? ""); name another place with \
                    --serve FILE
                    """
            )
        }
    }

    /// Where it is unless another place is named: beside the program, which `make clean` removes with everything built.
    static var standardPath: String {
        let program = CommandLine.arguments.first ?? ""
        if let slash = program.lastIndex(of: "/") { return program[...slash] + "flags.json" }
        // Found by the shell.
        let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
        return folder.appending(path: "flags.json").path(percentEncoded: false)
    }

    /// Why there is no document.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
