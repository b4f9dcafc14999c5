import Foundation

#if canImport(UIKit)
import UIKit
#endif
#if os(macOS)
import AppKit
#endif

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ string: String) {}
        public mutating func appendInterpolation(_ value: Int) {}
        public mutating func appendInterpolation(_ value: Int64) {}
        public mutating func appendInterpolation(_ value: Double) {}
        @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
        public mutating func appendInterpolation(_ text: Text) {}
        @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
        public mutating func appendInterpolation(_ image: Image) {}
        public mutating func appendInterpolation<T>(_ value: T) {}
    }
}

public struct Text: View, Equatable, Sendable {
    public typealias Body = Never
    nonisolated public init(verbatim content: String) {}
    nonisolated public init<S: StringProtocol>(_ content: S) {}
    nonisolated public init(
        _ key: LocalizedStringKey,
        tableName: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public init(_ attributedContent: AttributedString) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public init(_ resource: LocalizedStringResource) {}
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public init(_ image: Image) {}
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public init(_ date: Date, style: DateStyle) {}
    public struct DateStyle: Hashable, Sendable {
        public static let time = DateStyle()
        public static let date = DateStyle()
        public static let relative = DateStyle()
        public static let offset = DateStyle()
        public static let timer = DateStyle()
    }
    public enum TruncationMode: Sendable { case head, tail, middle }
    public enum Case: Sendable { case uppercase, lowercase }
    nonisolated public static func == (one: Text, other: Text) -> Bool { false }
    nonisolated public static func + (one: Text, other: Text) -> Text { one }
    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    nonisolated public func foregroundColor(_ color: Color?) -> Text { self }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
    nonisolated public func bold() -> Text { self }
    nonisolated public func italic() -> Text { self }
    nonisolated public func strikethrough(_ active: Bool = true, color: Color? = nil) -> Text { self }
    nonisolated public func underline(_ active: Bool = true, color: Color? = nil) -> Text { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func monospacedDigit() -> Text { self }
    @available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *)
    nonisolated public func monospaced(_ isActive: Bool = true) -> Text { self }
}

public struct Image: View, Equatable, Sendable {
    public typealias Body = Never
    nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
    nonisolated public init(decorative name: String, bundle: Bundle? = nil) {}
    @available(macOS 11, iOS 13, tvOS 13, watchOS 6, *)
    nonisolated public init(systemName: String) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public init(systemName: String, variableValue: Double?) {}
    nonisolated public init(_ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text) {}
    nonisolated public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {}
    #if canImport(UIKit)
    nonisolated public init(uiImage: UIImage) {}
    #endif
    #if os(macOS)
    nonisolated public init(nsImage: NSImage) {}
    #endif
    public enum Orientation: UInt8, Sendable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }
    public enum Interpolation: Sendable { case none, low, medium, high }
    public enum ResizingMode: Sendable { case tile, stretch }
    public enum Scale: Sendable { case small, medium, large }
    nonisolated public static func == (one: Image, other: Image) -> Bool { false }
    nonisolated public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch)
        -> Image
    {
        self
    }
    nonisolated public func interpolation(_ interpolation: Interpolation) -> Image { self }
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SymbolRenderingMode: Sendable {
    public static let monochrome = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode()
    public static let palette = SymbolRenderingMode()
    public static let multicolor = SymbolRenderingMode()
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct Label<Title: View, Icon: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

public struct Font: Hashable, Sendable {
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, headline, subheadline, body, callout, footnote, caption
        @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
        case title2
        @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
        case title3
        @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
        case caption2
        public static var allCases: [TextStyle] { [] }
    }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
    public struct Weight: Hashable, Sendable {
        public static let light = Weight()
        public static let regular = Weight()
        public static let medium = Weight()
        public static let semibold = Weight()
        public static let bold = Weight()
        public static let heavy = Weight()
    }
    public static let largeTitle = Font()
    public static let title = Font()
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public static let title2 = Font()
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let callout = Font()
    public static let footnote = Font()
    public static let caption = Font()
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public static let caption2 = Font()
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { Font() }
    public static func system(_ style: TextStyle, design: Design = .default) -> Font { Font() }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }
    public func bold() -> Font { self }
    public func italic() -> Font { self }
    public func weight(_ weight: Weight) -> Font { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public func monospaced() -> Font { self }
    public func monospacedDigit() -> Font { self }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol ShapeStyle: Sendable {}

public struct Color: View, ShapeStyle, Hashable, Sendable {
    public typealias Body = Never
    nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
    nonisolated public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}
    nonisolated public init(white: Double, opacity: Double = 1) {}
    #if canImport(UIKit)
    @available(iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public init(uiColor: UIColor) {}
    #endif
    #if os(macOS)
    @available(macOS 12, *)
    nonisolated public init(nsColor: NSColor) {}
    #endif
    public static let red = Color("")
    public static let orange = Color("")
    public static let yellow = Color("")
    public static let green = Color("")
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static let mint = Color("")
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static let teal = Color("")
    public static let blue = Color("")
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static let indigo = Color("")
    public static let purple = Color("")
    public static let pink = Color("")
    public static let white = Color("")
    public static let gray = Color("")
    public static let black = Color("")
    public static let clear = Color("")
    public static let primary = Color("")
    public static let secondary = Color("")
    public static var accentColor: Color { Color("") }
    nonisolated public func opacity(_ opacity: Double) -> Color { self }
}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color("") }
    public static var orange: Color { Color("") }
    public static var yellow: Color { Color("") }
    public static var green: Color { Color("") }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static var mint: Color { Color("") }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static var teal: Color { Color("") }
    public static var blue: Color { Color("") }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static var indigo: Color { Color("") }
    public static var purple: Color { Color("") }
    public static var pink: Color { Color("") }
    public static var white: Color { Color("") }
    public static var gray: Color { Color("") }
    public static var black: Color { Color("") }
    public static var clear: Color { Color("") }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct HierarchicalShapeStyle: ShapeStyle {
    public static let primary = HierarchicalShapeStyle()
    public static let secondary = HierarchicalShapeStyle()
    public static let tertiary = HierarchicalShapeStyle()
    public static let quaternary = HierarchicalShapeStyle()
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .init() }
    public static var secondary: HierarchicalShapeStyle { .init() }
    public static var tertiary: HierarchicalShapeStyle { .init() }
    public static var quaternary: HierarchicalShapeStyle { .init() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct Material: ShapeStyle {}
@available(macOS 12, iOS 15, tvOS 15, watchOS 10, *)
extension Material {
    public static let ultraThin = Material()
    public static let thin = Material()
    public static let regular = Material()
    public static let thick = Material()
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 10, *)
extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .init() }
    public static var thinMaterial: Material { .init() }
    public static var regularMaterial: Material { .init() }
    public static var thickMaterial: Material { .init() }
    @available(watchOS, unavailable)
    public static var bar: Material { .init() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct TintShapeStyle: ShapeStyle {}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { .init() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct BackgroundStyle: ShapeStyle {}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { .init() }
}

extension View {
    nonisolated public func font(_ font: Font?) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func fontDesign(_ design: Font.Design?) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func bold(_ isActive: Bool = true) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func italic(_ isActive: Bool = true) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func monospaced(_ isActive: Bool = true) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func monospacedDigit() -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func strikethrough(_ isActive: Bool = true) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
    nonisolated public func foregroundColor(_ color: Color?) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func tint(_ tint: Color?) -> some View { self }
    nonisolated public func lineLimit(_ number: Int?) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { self }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
    nonisolated public func lineSpacing(_ spacing: CGFloat) -> some View { self }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public func textCase(_ textCase: Text.Case?) -> some View { self }
    @available(macOS 12, iOS 15, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func symbolVariant(_ variant: SymbolVariants) -> some View { self }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SymbolVariants: Hashable, Sendable {
    public static let none = SymbolVariants()
    public static let fill = SymbolVariants()
    public static let circle = SymbolVariants()
}
@available(macOS 12, iOS 15, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public protocol TextSelectability {
    static var allowsSelection: Bool { get }
}
@available(macOS 12, iOS 15, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct EnabledTextSelectability: TextSelectability {
    public static let allowsSelection = true
}
@available(macOS 12, iOS 15, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { .init() }
}
public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }
