// The declarations of swift-log that the code on pages uses, to type-check it without the package.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Logger: Sendable {
    public typealias Metadata = [String: MetadataValue]

    public struct Message: ExpressibleByStringInterpolation, Sendable {
        public init(stringLiteral value: String) {}
    }

    public enum MetadataValue: Sendable {
        case string(String)
        case stringConvertible(any CustomStringConvertible & Sendable)
        case dictionary(Metadata)
        case array([MetadataValue])
    }

    public init(label: String) {}
    public func info(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {}
}
