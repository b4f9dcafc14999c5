import Foundation

/// The tested package, whose manifest is that of the storefront.
enum Package {
    /// The folder of the package.
    static let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized
}
