import Foundation

public struct HStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}
public struct VStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}
public struct ZStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct LazyVStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct LazyHStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct LazyVGrid<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        columns: [GridItem],
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct Grid<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct GridRow<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension View {
    nonisolated public func gridCellColumns(_ count: Int) -> some View { self }
    nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { self }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct ViewThatFits<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {}
}

public struct ScrollView<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        _ axes: Axis.Set = .vertical,
        showsIndicators: Bool = true,
        @ViewBuilder content: () -> Content
    ) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ScrollViewReader<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor
@preconcurrency
public struct ScrollViewProxy {
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}
public struct GeometryReader<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}
public struct GeometryProxy {
    public var size: CGSize { .zero }
}
public struct Spacer: View {
    public typealias Body = Never
    nonisolated public init(minLength: CGFloat? = nil) {}
}
public struct Divider: View {
    public typealias Body = Never
    nonisolated public init() {}
}

public struct Group<Content> {}
extension Group: View where Content: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Group: Scene where Content: Scene {
    nonisolated public init(@SceneBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Group: ToolbarContent where Content: ToolbarContent {
    nonisolated public init(@ToolbarContentBuilder content: () -> Content) {}
}

public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
}
extension Section where Parent: View, Content: View, Footer: View {
    nonisolated public init(
        @ViewBuilder content: () -> Content,
        @ViewBuilder header: () -> Parent,
        @ViewBuilder footer: () -> Footer
    ) {}
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {}
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: () -> Content
    ) {}
}

public protocol DynamicViewContent: View {}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View where Content: View {
    public typealias Body = Never
}
extension ForEach: DynamicViewContent where Content: View {}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}
extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {}
}
extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    @available(watchOS 10, *)
    nonisolated public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {}
    @available(watchOS, unavailable)
    nonisolated public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {}
}
extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
    nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {}
}
public struct Form<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct DisclosureGroup<Label: View, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {}
    nonisolated public init(
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder label: () -> Label
    ) {}
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension DisclosureGroup where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {}
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {}
    nonisolated public init<S: StringProtocol>(_ label: S, @ViewBuilder content: @escaping () -> Content) {}
    nonisolated public init<S: StringProtocol>(
        _ label: S,
        isExpanded: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) {}
}
@available(macOS 10.15, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct GroupBox<Label: View, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
@available(macOS 10.15, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension GroupBox where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct LabeledContent<Label, Content> {}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension LabeledContent: View where Label: View, Content: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension LabeledContent where Label == Text, Content: View {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension LabeledContent where Label == Text, Content == Text {
    nonisolated public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {}
    nonisolated public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {}
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    public typealias Body = Never
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationStack<Data, Root: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
    nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
    }
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationPath: Equatable {
    public init() {}
    public var count: Int { 0 }
    public var isEmpty: Bool { false }
    public mutating func append<V: Hashable>(_ value: V) {}
    public mutating func removeLast(_ k: Int = 1) {}
    public static func == (one: NavigationPath, other: NavigationPath) -> Bool { false }
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    public typealias Body = Never
    nonisolated public init(
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content,
        @ViewBuilder detail: () -> Detail
    ) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension NavigationSplitView where Content == EmptyView {
    nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {}
    nonisolated public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    public static var automatic: Self { .init() }
    public static var all: Self { .init() }
    public static var doubleColumn: Self { .init() }
    public static var detailOnly: Self { .init() }
}
public struct NavigationLink<Label: View, Destination: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}
extension NavigationLink where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {}
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension NavigationLink where Destination == Never {
    nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension NavigationLink where Label == Text, Destination == Never {
    nonisolated public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) {}
    nonisolated public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {}
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension View {
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type,
        @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { self }
    nonisolated public func navigationDestination<V: View>(isPresented: Binding<Bool>, @ViewBuilder destination: () -> V)
        -> some View
    {
        self
    }
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
        self
    }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension TabView where SelectionValue == Int {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}
extension View {
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { self }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
}
