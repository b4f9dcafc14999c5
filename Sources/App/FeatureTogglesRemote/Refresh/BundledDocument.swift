import FeatureToggles
import ToggleBase

/// A remote document that an app ships with, for the time until it has fetched one.
///
/// A string literal is the name of a resource:
///
/// ```swift
/// RemoteConfiguration(source, bundled: "flags.json")
/// ```
public struct BundledDocument: Sendable, Hashable, ExpressibleByStringLiteral {
    private enum Place: Hashable {
        case resource(String)
        case file(String)
        case text([UInt8])
    }

    private let place: Place

    private init(_ place: Place) {
        self.place = place
    }

    /// Creates a reference to a resource, like ``resource(_:)``.
    public init(stringLiteral name: String) {
        self.init(.resource(name))
    }

    /// Returns a reference to a resource of the app.
    ///
    /// - Parameter name: The name of the file, or its path, in the resources of the main bundle; on systems without
    ///   bundles, in the folder of the executable. There, the resources of a target `Shop` of a package `shop` are in the
    ///   folder `shop_Shop.resources`.
    /// - Returns: The reference.
    public static func resource(_ name: String) -> BundledDocument { BundledDocument(.resource(name)) }

    /// Returns a reference to a file.
    ///
    /// - Parameter path: The path, for example that of a resource of another bundle.
    /// - Returns: The reference.
    public static func file(_ path: String) -> BundledDocument { BundledDocument(.file(path)) }

    /// Returns a document that is part of the program.
    ///
    /// - Parameter bytes: The text of the document, for example of a resource with the rule `embedInCode`.
    /// - Returns: The document.
    public static func text(_ bytes: [UInt8]) -> BundledDocument { BundledDocument(.text(bytes)) }

    /// A description of the document, for messages.
    var name: String {
        switch place {
        case .resource(let name): name
        case .file(let path): path
        case .text: "embedded in the program"
        }
    }

    /// Reads the document.
    ///
    /// - Parameter resources: The folder of the app's resources.
    /// - Returns: The document, without a revision.
    /// - Throws: ``RemoteSourceError`` if the file doesn't exist, can't be read, or is too large.
    func read(
        resources: @autoclosure () -> String? = AppBundle.resources
    ) throws(RemoteSourceError) -> RemoteDocument {
        let path: String
        switch place {
        case .text(let bytes): return RemoteDocument(text: bytes)
        case .file(let file): path = file
        case .resource(let name):
            guard let folder = resources() else {
                throw RemoteSourceError(.notFound, "the folder of the app's resources is unknown")
            }
            path = PathText.joined(folder, name)
        }
        do {
            return RemoteDocument(
                text: try FileReading.bytes(path: path, limit: FlagDocument.Limits.standard.envelopeSize)
            )
        } catch {
            throw RemoteSourceError(error.remoteCode, error.description)
        }
    }
}
