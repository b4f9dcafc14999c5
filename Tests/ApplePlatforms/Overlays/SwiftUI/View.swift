@_exported import CoreGraphics
@_exported import CoreTransferable
import Foundation
@_exported import UniformTypeIdentifiers

// Like every module with members, Foundation and Combine have to be imported by the code that uses them.

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension View where Body == Never {
    public var body: Never { fatalError() }
}
extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}
extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { fatalError() }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { fatalError() }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
}

public struct _ConditionalContent<First, Second> {}
extension _ConditionalContent: View where First: View, Second: View {
    public typealias Body = Never
}

public struct TupleView<T>: View {
    public typealias Body = Never
    nonisolated public init(_ value: T) {}
}

public struct EmptyView: View {
    public typealias Body = Never
    nonisolated public init() {}
}

public struct AnyView: View {
    public typealias Body = Never
    nonisolated public init<V: View>(_ view: V) {}
    nonisolated public init<V: View>(erasing view: V) {}
}

@MainActor
@preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public typealias Body = Never
}

public struct ModifiedContent<Content, Modifier> {
    nonisolated public init(content: Content, modifier: Modifier) {}
}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

extension View {
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

@MainActor
@preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor static var previews: Previews { get }
}

extension View {
    nonisolated public func previewDisplayName(_ value: String?) -> some View { self }
}

@MainActor
@preconcurrency
public protocol Shape: View {
    nonisolated func path(in rect: CGRect) -> Path
}
extension Shape {
    public var body: some View { EmptyView() }
    public func fill(_ content: some ShapeStyle) -> some View { self }
    public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View { self }
}
public struct Path: Sendable {
    public init() {}
    public init(_ rect: CGRect) {}
}
public struct Rectangle: Shape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
public struct Circle: Shape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
public struct Capsule: Shape {
    nonisolated public init() {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
public struct RoundedRectangle: Shape {
    nonisolated public init(cornerRadius: CGFloat) {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat) -> RoundedRectangle { RoundedRectangle(cornerRadius: cornerRadius) }
}
extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
}
extension Shape where Self == Circle {
    public static var circle: Circle { Circle() }
}
