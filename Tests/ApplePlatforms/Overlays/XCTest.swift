// Only on macos, ios, tvos, visionos.
@_exported import Foundation

open class XCTest: NSObject {
    override public init() {}
}
open class XCTestCase: XCTest {}

public func XCTUnwrap<T>(
    _ expression: @autoclosure () throws -> T?,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) throws -> T { fatalError() }

@available(macOS 10.11, iOS 9, tvOS 9, *)
@MainActor
open class XCUIElement: NSObject {
    override public nonisolated init() {}
}
@available(macOS 10.11, iOS 9, tvOS 9, *)
@MainActor
open class XCUIApplication: XCUIElement {
    override public nonisolated init() {}
    open var launchArguments: [String] = []
    open var launchEnvironment: [String: String] = [:]
    open func launch() {}
    open func terminate() {}
}
