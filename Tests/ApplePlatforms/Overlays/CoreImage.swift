// Only on macos, ios, tvos, visionos.
@_exported import CoreGraphics
import Foundation

@available(macOS 10.4, iOS 5, tvOS 9, *)
public final class CIImage: NSObject, @unchecked Sendable {
    public init(cgImage image: CGImage) {}
    public init?(data: Data) {}
    public var extent: CGRect { .zero }
    public func transformed(by matrix: CGAffineTransform) -> CIImage { self }
    public func samplingNearest() -> CIImage { self }
}

@available(macOS 10.4, iOS 5, tvOS 9, *)
open class CIContext: NSObject, @unchecked Sendable {
    override public init() {}
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { nil }
}

// The properties of a filter, such as `message`, belong to a submodule that an overlay can't have.
@available(macOS 10.4, iOS 5, tvOS 9, *)
open class CIFilter: NSObject {
    public init?(name: String) {}
    @available(macOS 10.10, iOS 8, tvOS 9, *)
    public init?(name: String, parameters params: [String: Any]?) {}
    open var outputImage: CIImage? { nil }
    open func setDefaults() {}
}

@available(macOS 10.7, iOS 5, tvOS 9, *)
open class CIDetector: NSObject {
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {}
    open func features(in image: CIImage) -> [CIFeature] { [] }
}
@available(macOS 10.7, iOS 5, tvOS 9, *)
open class CIFeature: NSObject {}
@available(macOS 10.10, iOS 8, tvOS 9, *)
open class CIQRCodeFeature: CIFeature {
    open var messageString: String? { nil }
}
@available(macOS 10.10, iOS 8, tvOS 9, *)
public let CIDetectorTypeQRCode = ""
@available(macOS 10.7, iOS 5, tvOS 9, *)
public let CIDetectorAccuracy = ""
@available(macOS 10.7, iOS 5, tvOS 9, *)
public let CIDetectorAccuracyHigh = ""
