@_exported import CoreFoundation
import ObjectiveC

public final class CGImage: @unchecked Sendable {
    public var width: Int { 0 }
    public var height: Int { 0 }
}

public struct CGAffineTransform: Hashable, Sendable {
    public init() {}
    public init(scaleX: CGFloat, y: CGFloat) {}
    public init(translationX: CGFloat, y: CGFloat) {}
    public init(rotationAngle: CGFloat) {}
    public static var identity: CGAffineTransform { CGAffineTransform() }
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
}
