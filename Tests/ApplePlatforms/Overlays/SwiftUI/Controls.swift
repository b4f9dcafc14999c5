import Foundation

public struct Button<Label: View>: View {
    public typealias Body = Never
    @preconcurrency
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    @preconcurrency
    nonisolated public init(
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void,
        @ViewBuilder label: () -> Label
    ) {}
}
extension Button where Label == Text {
    @preconcurrency
    nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    @preconcurrency
    nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    @preconcurrency
    nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void)
    {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    @preconcurrency
    nonisolated public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Button where Label == SwiftUI.Label<Text, Image> {
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        action: @escaping @MainActor () -> Void
    ) {}
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {}
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

public struct Toggle<Label: View>: View {
    public typealias Body = Never
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}
extension Toggle where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
    nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Toggle where Label == SwiftUI.Label<Text, Image> {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {}
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {}
}
extension Picker where Label == Text {
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {}
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct TextField<Label: View>: View {
    public typealias Body = Never
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension TextField {
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {}
}
extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
    nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
}
public struct SecureField<Label: View>: View {
    public typealias Body = Never
}
extension SecureField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct TextEditor: View {
    nonisolated public init(text: Binding<String>) {}
    public var body: some View { EmptyView() }
}

@available(macOS 10.15, iOS 13, watchOS 9, *)
@available(tvOS, unavailable)
public struct Stepper<Label: View>: View {
    public typealias Body = Never
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<V: Strideable>(
        value: Binding<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<V: Strideable>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}
@available(macOS 10.15, iOS 13, watchOS 9, *)
@available(tvOS, unavailable)
extension Stepper where Label == Text {
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
    nonisolated public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {}
}
@available(macOS 10.15, iOS 13, watchOS 6, *)
@available(tvOS, unavailable)
public struct Slider<Label: View, ValueLabel: View>: View {
    public typealias Body = Never
}
@available(macOS 10.15, iOS 13, watchOS 6, *)
@available(tvOS, unavailable)
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {}
}

@available(macOS 11, iOS 14, tvOS 17, *)
@available(watchOS, unavailable)
public struct Menu<Label: View, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
@available(macOS 11, iOS 14, tvOS 17, *)
@available(watchOS, unavailable)
extension Menu where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct Link<Label: View>: View {
    public typealias Body = Never
    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {}
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Link where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {}
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) {}
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>: View {
    public typealias Body = Never
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String> {
    nonisolated public init(
        item: String,
        subject: Text? = nil,
        message: Text? = nil,
        @ViewBuilder label: () -> Label
    ) {}
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    nonisolated public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {}
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
extension ShareLink
where
    PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String>,
    Label == DefaultShareLinkLabel
{
    nonisolated public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {}
    nonisolated public init(item: String, subject: Text? = nil, message: Text? = nil) {}
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
extension ShareLink {
    nonisolated public init<I: Transferable>(
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I> {}
    nonisolated public init<I: Transferable>(
        _ titleKey: LocalizedStringKey,
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel {}
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
public struct DefaultShareLinkLabel: View {
    public var body: some View { EmptyView() }
}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
public struct SharePreview<Image, Icon> {}
@available(macOS 13, iOS 16, watchOS 9, *)
@available(tvOS, unavailable)
extension SharePreview where Image == Never, Icon == Never {
    public init(_ titleKey: LocalizedStringKey) {}
    public init<S: StringProtocol>(_ title: S) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public typealias Body = Never
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView {}
    nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {}
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {}
}
@available(iOS 13, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct EditButton: View {
    nonisolated public init() {}
    public var body: some View { EmptyView() }
}
@available(macOS 10.15, iOS 13, watchOS 10, *)
@available(tvOS, unavailable)
public struct DatePicker<Label: View>: View {
    public typealias Body = Never
}
@available(macOS 10.15, iOS 13, watchOS 10, *)
@available(tvOS, unavailable)
extension DatePicker where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, selection: Binding<Date>) {}
}

// Styles.

public protocol PickerStyle {}
public struct DefaultPickerStyle: PickerStyle {}
public struct InlinePickerStyle: PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle {}
public struct MenuPickerStyle: PickerStyle {}
public struct WheelPickerStyle: PickerStyle {}
public struct NavigationLinkPickerStyle: PickerStyle {}
extension PickerStyle where Self == DefaultPickerStyle {
    public static var automatic: DefaultPickerStyle { .init() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { .init() }
}
@available(watchOS, unavailable)
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { .init() }
}
@available(macOS 11, iOS 14, tvOS 17, *)
@available(watchOS, unavailable)
extension PickerStyle where Self == MenuPickerStyle {
    public static var menu: MenuPickerStyle { .init() }
}
@available(macOS, unavailable)
@available(tvOS, unavailable)
extension PickerStyle where Self == WheelPickerStyle {
    public static var wheel: WheelPickerStyle { .init() }
}
@available(iOS 16, tvOS 16, watchOS 9, *)
@available(macOS, unavailable)
extension PickerStyle where Self == NavigationLinkPickerStyle {
    public static var navigationLink: NavigationLinkPickerStyle { .init() }
}

public protocol ListStyle {}
public struct DefaultListStyle: ListStyle {}
public struct PlainListStyle: ListStyle {}
public struct GroupedListStyle: ListStyle {}
public struct InsetListStyle: ListStyle {}
public struct InsetGroupedListStyle: ListStyle {}
public struct SidebarListStyle: ListStyle {}
extension ListStyle where Self == DefaultListStyle {
    public static var automatic: DefaultListStyle { .init() }
}
extension ListStyle where Self == PlainListStyle {
    public static var plain: PlainListStyle { .init() }
}
@available(macOS, unavailable)
@available(watchOS, unavailable)
extension ListStyle where Self == GroupedListStyle {
    public static var grouped: GroupedListStyle { .init() }
}
@available(macOS 11, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension ListStyle where Self == InsetListStyle {
    public static var inset: InsetListStyle { .init() }
}
@available(iOS 14, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension ListStyle where Self == InsetGroupedListStyle {
    public static var insetGrouped: InsetGroupedListStyle { .init() }
}
@available(macOS 10.15, iOS 14, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension ListStyle where Self == SidebarListStyle {
    public static var sidebar: SidebarListStyle { .init() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public protocol FormStyle {}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct GroupedFormStyle: FormStyle {}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension FormStyle where Self == GroupedFormStyle {
    public static var grouped: GroupedFormStyle { .init() }
}

public protocol PrimitiveButtonStyle {}
public struct DefaultButtonStyle: PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
@available(macOS 10.15, iOS 15, tvOS 13, watchOS 7, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { .init() }
}
@available(macOS 10.15, iOS 13, tvOS 17, watchOS 8, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { .init() }
}
@available(macOS 10.15, iOS 15, tvOS 13, watchOS 7, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { .init() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}

public protocol TextFieldStyle {}
public struct PlainTextFieldStyle: TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == PlainTextFieldStyle {
    public static var plain: PlainTextFieldStyle { .init() }
}
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { .init() }
}

public protocol ToggleStyle {}
public struct SwitchToggleStyle: ToggleStyle {}
@available(tvOS, unavailable)
extension ToggleStyle where Self == SwitchToggleStyle {
    public static var `switch`: SwitchToggleStyle { .init() }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public protocol LabelStyle {}
public struct IconOnlyLabelStyle: LabelStyle {}
public struct TitleAndIconLabelStyle: LabelStyle {}
public struct TitleOnlyLabelStyle: LabelStyle {}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { .init() }
}
@available(macOS 11.3, iOS 14.5, tvOS 14.5, watchOS 7.4, *)
extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var titleAndIcon: TitleAndIconLabelStyle { .init() }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension LabelStyle where Self == TitleOnlyLabelStyle {
    public static var titleOnly: TitleOnlyLabelStyle { .init() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 9, *)
public enum ControlSize: CaseIterable, Sendable { case mini, small, regular, large }

extension View {
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
    nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    nonisolated public func formStyle<S: FormStyle>(_ style: S) -> some View { self }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
    nonisolated public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
    nonisolated public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { self }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
    @available(macOS 10.15, iOS 15, watchOS 9, *)
    @available(tvOS, unavailable)
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { self }
    nonisolated public func labelsHidden() -> some View { self }
    nonisolated public func disabled(_ disabled: Bool) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    nonisolated public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View { self }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 8, *)
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    @available(iOS 15, tvOS 15, watchOS 8, *)
    @available(macOS, unavailable)
    nonisolated public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    @available(macOS 13, iOS 16, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    @available(macOS 13, iOS 16, watchOS 9, *)
    @available(tvOS, unavailable)
    nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    @available(macOS 11, iOS 14, *)
    @available(tvOS 17, *)
    @available(watchOS, unavailable)
    nonisolated public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View { self }
    @available(macOS 11, iOS 14, *)
    @available(tvOS 17, *)
    @available(watchOS, unavailable)
    nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { self }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SubmitLabel: Sendable {
    public static var done: SubmitLabel { .init() }
    public static var go: SubmitLabel { .init() }
    public static var search: SubmitLabel { .init() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}
@available(iOS 15, tvOS 15, watchOS 8, *)
@available(macOS, unavailable)
public struct TextInputAutocapitalization: Sendable {
    public static var never: Self { .init() }
    public static var words: Self { .init() }
    public static var sentences: Self { .init() }
    public static var characters: Self { .init() }
}
@available(macOS 13, iOS 16, *)
public struct ScrollDismissesKeyboardMode: Sendable {
    public static var automatic: Self { .init() }
    public static var immediately: Self { .init() }
    public static var interactively: Self { .init() }
    public static var never: Self { .init() }
}
@available(macOS 11, iOS 14, tvOS 17, *)
public struct KeyEquivalent: Hashable, ExpressibleByExtendedGraphemeClusterLiteral, Sendable {
    public init(_ character: Character) {}
    public init(extendedGraphemeClusterLiteral: Character) {}
    public static let escape = KeyEquivalent("e")
    public static let delete = KeyEquivalent("e")
    public static let `return` = KeyEquivalent("e")
}
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let command = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let option = EventModifiers(rawValue: 4)
    public static let control = EventModifiers(rawValue: 8)
}
@available(macOS 11, iOS 14, tvOS 17, *)
public struct KeyboardShortcut: Hashable, Sendable {
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {}
    public static let defaultAction = KeyboardShortcut("d")
    public static let cancelAction = KeyboardShortcut("d")
    public static func == (one: KeyboardShortcut, other: KeyboardShortcut) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
}
