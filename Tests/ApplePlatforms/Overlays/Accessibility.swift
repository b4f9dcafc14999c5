@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public enum AccessibilityNotification {
    public struct Announcement {
        public init(_ announcement: String) {}
        public func post() {}
    }
    public struct ScreenChanged {
        public init(_ element: Any? = nil) {}
        public func post() {}
    }
}
