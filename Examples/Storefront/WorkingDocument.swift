import Foundation

/// A document to edit while the storefront runs.
///
/// At first it is a copy of the `flags.json` or `update-policy.json` next to this file, so edits don't change the
/// repository.
struct WorkingDocument {
    /// The initial text of the remote document.
    static let initialText = String(decoding: PackageResources.flags_json, as: UTF8.self)

    /// The path of the file.
    let path: String

    /// Returns the update policy in the folder of the remote document.
    static func updatePolicy(beside document: WorkingDocument) throws(Failure) -> WorkingDocument {
        let folder = URL(filePath: document.path).deletingLastPathComponent()
        return try WorkingDocument(
            path: folder.appending(path: "update-policy.json").path(percentEncoded: false),
            initially: PackageResources.update_policy_json
        )
    }

    /// Opens the document at a path, and creates it if it doesn't exist.
    ///
    /// - Throws: An error with a message if it can't be created.
    init(path: String, initially bytes: [UInt8] = PackageResources.flags_json) throws(Failure) {
        self.path = path
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            // Keep the user's edits.
            var isFolder = ObjCBool(false)
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                throw Failure(description: "‘\(path)’ is a folder; name a file in it with --serve FILE")
            }
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw Failure(
                description: """
                    the document ‘\(path)’ doesn't exist and can't be created\
                    \(reason.map { " (\(String(cString: strerror($0.code.rawValue))))" } ?? ""); choose another path with \
                    --serve FILE
                    """
            )
        }
    }

    /// The default path, next to the program.
    ///
    /// `make clean` removes the file with all build products.
    static var standardPath: String {
        let program = CommandLine.arguments.first ?? ""
        if let slash = program.lastIndex(of: "/") { return program[...slash] + "flags.json" }
        // The shell found the program in PATH.
        let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
        return folder.appending(path: "flags.json").path(percentEncoded: false)
    }

    /// An error that prevents using the document.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
