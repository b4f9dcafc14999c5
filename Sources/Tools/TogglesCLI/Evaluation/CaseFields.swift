import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// The members of a case of `toggles evaluate`; `null` for missing ones.
struct CaseFields {
    var flag = FlatValue.null
    var type = FlatValue.null
    var standard: FlatValue?
    var targetingKey = FlatValue.null
    var context = FlatValue.null

    init(_ json: FlatValue, _ names: CaseNames) {
        for member in json.members {
            if member.name.isSame(as: names.flag) {
                flag = member.value
            } else if member.name.isSame(as: names.type) {
                type = member.value
            } else if member.name.isSame(as: names.standard) {
                standard = member.value
            } else if member.name.isSame(as: names.targetingKey) {
                targetingKey = member.value
            } else if member.name.isSame(as: names.context) {
                context = member.value
            }
        }
    }
}

/// The names of a case's members and types, hashed once.
struct CaseNames {
    let flag = FlatString("flag")
    let type = FlatString("type")
    let standard = FlatString("default")
    let targetingKey = FlatString("targetingKey")
    let context = FlatString("context")
    private let types: [(name: FlatString, type: FlagType)] = [
        (FlatString("Boolean"), .boolean), (FlatString("String"), .string), (FlatString("Integer"), .integer),
        (FlatString("Float"), .float), (FlatString("Object"), .object),
    ]

    /// Returns the type with a name, or `nil` if there is none.
    func type(_ value: FlatValue) -> FlagType? {
        guard value.kind == .string else { return nil }
        let name = FlatString(value.bytes)
        return types.first { $0.name.isSame(as: name) }?.type
    }

    /// Returns the index of a type.
    func number(of type: FlagType) -> Int {
        switch type {
        case .boolean: 0
        case .string: 1
        case .integer: 2
        case .float: 3
        case .object: 4
        }
    }
}

extension FlatString {
    /// Whether both have the same bytes.
    @inline(__always)
    fileprivate func isSame(as other: FlatString) -> Bool {
        hash == other.hash && self == other
    }
}
