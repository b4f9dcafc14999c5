// Only on macos.
import CoreGraphics
import Foundation

open class NSImage: NSObject, @unchecked Sendable {
    public init(cgImage: CGImage, size: CGSize) {}
    public init?(data: Data) {}
    open var size: CGSize = .zero
}
open class NSColor: NSObject, @unchecked Sendable {
    open class var windowBackgroundColor: NSColor { fatalError() }
    open class var controlBackgroundColor: NSColor { fatalError() }
    open class var textBackgroundColor: NSColor { fatalError() }
}
@MainActor
open class NSPasteboard: NSObject {
    public struct PasteboardType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let string = PasteboardType(rawValue: "")
        public static let URL = PasteboardType(rawValue: "")
    }
    open class var general: NSPasteboard { fatalError() }
    @discardableResult open func clearContents() -> Int { 0 }
    @discardableResult open func setString(_ string: String, forType dataType: PasteboardType) -> Bool { false }
    open func string(forType dataType: PasteboardType) -> String? { nil }
}
@MainActor
open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { fatalError() }
    @discardableResult open func open(_ url: URL) -> Bool { false }
    open func activateFileViewerSelecting(_ urls: [URL]) {}
}

@MainActor
open class NSResponder: NSObject {
    override public nonisolated init() {}
}
open class NSView: NSResponder {
    open var window: NSWindow? { nil }
    open var frame: CGRect = .zero
}
open class NSViewController: NSResponder {
    override public nonisolated init() {}
    open var view: NSView {
        get { fatalError() }
        set {}
    }
    open var title: String?
}
open class NSWindow: NSResponder {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let titled = StyleMask(rawValue: 1)
        public static let closable = StyleMask(rawValue: 2)
        public static let miniaturizable = StyleMask(rawValue: 4)
        public static let resizable = StyleMask(rawValue: 8)
    }
    public init(contentViewController: NSViewController) {}
    open var title: String = ""
    open var styleMask: StyleMask = []
    open var isReleasedWhenClosed = true
    open func setContentSize(_ size: CGSize) {}
    open func center() {}
    open func makeKeyAndOrderFront(_ sender: Any?) {}
    open func close() {}
}
open class NSWindowController: NSResponder {
    public init(window: NSWindow?) {}
    open var window: NSWindow?
    open func showWindow(_ sender: Any?) {}
}
open class NSApplication: NSResponder {
    open class var shared: NSApplication { fatalError() }
    open var keyWindow: NSWindow? { nil }
    open var windows: [NSWindow] { [] }
    open func activate(ignoringOtherApps flag: Bool) {}
    open func terminate(_ sender: Any?) {}
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    public nonisolated static let didResignActiveNotification = Notification.Name("")
}
@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {}
