import Foundation

extension View {
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { self }
    @available(iOS 14, tvOS 14, watchOS 7, *)
    @available(macOS, unavailable)
    nonisolated public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated public func popover<Content: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct PresentationDetent: Hashable, Sendable {
    public static let medium = PresentationDetent()
    public static let large = PresentationDetent()
    public static func height(_ height: CGFloat) -> PresentationDetent { .medium }
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { .medium }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension View {
    nonisolated public func alert<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View { self }
    nonisolated public func alert<S: StringProtocol, A: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View { self }
    nonisolated public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    nonisolated public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View { self }
    nonisolated public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View { self }
    nonisolated public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View { self }
    nonisolated public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    nonisolated public func confirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    @available(tvOS, unavailable)
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing,
        allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View { self }
}
@available(macOS 10.15, iOS 13, tvOS 14, watchOS 6, *)
extension View {
    @available(watchOS, deprecated: 7)
    nonisolated public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View { self }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension View {
    nonisolated public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View { self }
    nonisolated public func searchable(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View { self }
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>,
        placement: SearchFieldPlacement = .automatic,
        prompt: S
    ) -> some View { self }
}
@available(macOS 13, iOS 16, *)
@available(tvOS 16.4, *)
@available(watchOS, unavailable)
extension View {
    nonisolated public func searchScopes<V: Hashable, S: View>(_ scope: Binding<V>, @ViewBuilder scopes: () -> S) -> some View {
        self
    }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    @available(tvOS, unavailable)
    public static let toolbar = SearchFieldPlacement()
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let sidebar = SearchFieldPlacement()
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let navigationBarDrawer = SearchFieldPlacement()
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension View {
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
    nonisolated public func navigationTitle(_ title: Text) -> some View { self }
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS 8, *)
    nonisolated public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View { self }
    nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
}
@available(macOS 11, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension View {
    nonisolated public func navigationSubtitle<S: StringProtocol>(_ subtitle: S) -> some View { self }
}
@available(iOS 13, tvOS 13, watchOS 6, *)
@available(macOS, unavailable)
public struct NavigationBarItem: Sendable {
    public enum TitleDisplayMode: Sendable {
        case automatic, inline
        @available(watchOS, unavailable)
        case large
    }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct ToolbarPlacement: Sendable {
    public static var automatic: ToolbarPlacement { .init() }
    @available(macOS, unavailable)
    public static var navigationBar: ToolbarPlacement { .init() }
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static var bottomBar: ToolbarPlacement { .init() }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor
@preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension ToolbarContent where Body == Never {
    public var body: Never { fatalError() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Never: ToolbarContent {}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension _ConditionalContent: ToolbarContent where First: ToolbarContent, Second: ToolbarContent {}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@resultBuilder
public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent>(_ a: A, _ b: B) -> some ToolbarContent { a }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent>(
        _ a: A,
        _ b: B,
        _ c: C
    ) -> some ToolbarContent { a }
    public static func buildBlock<A: ToolbarContent, B: ToolbarContent, C: ToolbarContent, D: ToolbarContent>(
        _ a: A,
        _ b: B,
        _ c: C,
        _ d: D
    ) -> some ToolbarContent { a }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        first: First
    ) -> _ConditionalContent<First, Second> { fatalError() }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        second: Second
    ) -> _ConditionalContent<First, Second> { fatalError() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    public typealias Body = Never
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    public typealias Body = Never
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let principal = ToolbarItemPlacement()
    @available(watchOS, unavailable)
    public static let navigation = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let secondaryAction = ToolbarItemPlacement()
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public static let status = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    @available(watchOS, unavailable)
    public static let destructiveAction = ToolbarItemPlacement()
    @available(macOS, unavailable)
    @available(watchOS, unavailable)
    public static let navigationBarLeading = ToolbarItemPlacement()
    @available(macOS, unavailable)
    @available(watchOS, unavailable)
    public static let navigationBarTrailing = ToolbarItemPlacement()
    @available(macOS, unavailable)
    @available(watchOS 10, *)
    public static let topBarLeading = ToolbarItemPlacement()
    @available(macOS, unavailable)
    @available(watchOS 10, *)
    public static let topBarTrailing = ToolbarItemPlacement()
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS 10, *)
    public static let bottomBar = ToolbarItemPlacement()
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(macOS 12, iOS 15, *)
    public static let keyboard = ToolbarItemPlacement()
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension View {
    nonisolated public func fileImporter(
        isPresented: Binding<Bool>,
        allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View { self }
    nonisolated public func fileImporter(
        isPresented: Binding<Bool>,
        allowedContentTypes: [UTType],
        allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View { self }
    nonisolated public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>,
        document: D?,
        contentType: UTType,
        defaultFilename: String? = nil,
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View { self }
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@preconcurrency
public protocol FileDocument: Sendable {
    static var readableContentTypes: [UTType] { get }
    static var writableContentTypes: [UTType] { get }
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension FileDocument {
    public static var writableContentTypes: [UTType] { readableContentTypes }
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct FileDocumentReadConfiguration {
    public let contentType: UTType
    public let file: FileWrapper
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct FileDocumentWriteConfiguration {
    public let contentType: UTType
    public let existingFile: FileWrapper?
}
