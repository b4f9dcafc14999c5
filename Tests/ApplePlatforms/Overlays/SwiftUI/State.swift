import Combine
import Foundation
import Observation

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public protocol DynamicProperty {
    mutating func update()
}
extension DynamicProperty {
    public mutating func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) {}
    public init(initialValue value: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}
extension State: Sendable where Value: Sendable {}
extension State where Value: ExpressibleByNilLiteral {
    public init() {}
}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public init(projectedValue: Binding<Value>) {}
    public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
    public init?(_ base: Binding<Value?>) {}
    public init<V>(_ base: Binding<V>) where Value == V? {}
    public init<V: Hashable>(_ base: Binding<V>) where Value == AnyHashable {}
    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}
extension Binding: DynamicProperty {}
extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { fatalError() }
}

@propertyWrapper
@MainActor
@preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    @dynamicMemberLookup
    @MainActor
    @preconcurrency
    public struct Wrapper {
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> { fatalError() }
    }
    public init(wrappedValue: ObjectType) {}
    public init(initialValue: ObjectType) {}
    public var wrappedValue: ObjectType {
        get { fatalError() }
        set {}
    }
    public var projectedValue: Wrapper { fatalError() }
    nonisolated public mutating func update() {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
    @MainActor @preconcurrency public var wrappedValue: ObjectType { fatalError() }
    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
}

@propertyWrapper
@MainActor
@preconcurrency
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    nonisolated public init() {}
    public var wrappedValue: ObjectType { fatalError() }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
    nonisolated public mutating func update() {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    init(hidden: Never) {}
    public var wrappedValue: Value {
        get { fatalError() }
        set {}
    }
    public var projectedValue: Bindable<Value> { self }
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Bindable where Value: AnyObject & Observable {
    public init(wrappedValue: Value) {}
    public init(_ wrappedValue: Value) {}
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@propertyWrapper
public struct ScaledMetric<Value>: DynamicProperty {
    nonisolated public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {}
    nonisolated public init(wrappedValue: Value) {}
    public var wrappedValue: Value { fatalError() }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    @propertyWrapper
    public struct Binding {
        init(hidden: Never) {}
        public var wrappedValue: Value {
            get { fatalError() }
            nonmutating set {}
        }
        public var projectedValue: Binding { self }
    }
    public init() where Value == Bool {}
    public init<T: Hashable>() where Value == T? {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding { fatalError() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@available(*, unavailable)
extension FocusState: Sendable {}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension View {
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
    nonisolated public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        self
    }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    @propertyWrapper
    public struct Binding {
        init(hidden: Never) {}
        public var wrappedValue: Value {
            get { fatalError() }
            nonmutating set {}
        }
        public var projectedValue: Binding { self }
    }
    public init() where Value == Bool {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding { fatalError() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension View {
    nonisolated public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { self }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {}
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {}
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {}
    public init(
        wrappedValue: Value,
        _ key: String,
        store: UserDefaults? = nil
    ) where Value: RawRepresentable, Value.RawValue == String {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}
