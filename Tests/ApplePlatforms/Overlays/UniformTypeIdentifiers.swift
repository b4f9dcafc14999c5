import Foundation

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct UTType: Hashable, Sendable {
    public init?(_ identifier: String) {}
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {}
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {}
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {}
    public var identifier: String { "" }
    public var preferredFilenameExtension: String? { nil }
    public static var data: UTType { fatalError() }
    public static var json: UTType { fatalError() }
    public static var yaml: UTType { fatalError() }
    public static var plainText: UTType { fatalError() }
    public static var utf8PlainText: UTType { fatalError() }
    public static var text: UTType { fatalError() }
    public static var url: UTType { fatalError() }
    public static var image: UTType { fatalError() }
    public static var png: UTType { fatalError() }
    public static var jpeg: UTType { fatalError() }
    public static var heic: UTType { fatalError() }
}
