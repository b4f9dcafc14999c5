import Foundation
import UniformTypeIdentifiers

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public protocol Transferable {
    associatedtype Representation: TransferRepresentation where Representation.Item == Self
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildBlock<Content: TransferRepresentation>(
        _ content: Content
    ) -> Content where Content.Item == Item { content }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {}
    public init(
        contentType: UTType,
        exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    public init(
        exportedContentType: UTType,
        shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct SentTransferredFile: Sendable {
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: TransferRepresentation {
    public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension String: Transferable {
    public static var transferRepresentation: DataRepresentation<String> {
        DataRepresentation<String>(exportedContentType: .utf8PlainText) { _ in fatalError() }
    }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Data: Transferable {
    public static var transferRepresentation: DataRepresentation<Data> {
        DataRepresentation<Data>(exportedContentType: .data) { $0 }
    }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension URL: Transferable {
    public static var transferRepresentation: DataRepresentation<URL> {
        DataRepresentation<URL>(exportedContentType: .url) { _ in fatalError() }
    }
}
