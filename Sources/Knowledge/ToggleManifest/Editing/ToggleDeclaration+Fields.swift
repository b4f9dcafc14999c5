import ToggleBase

extension ToggleDeclaration {
    /// The fields to write, in their usual order, without those that have their default value.
    var writtenFields: [(field: ManifestField, value: JSONValue)] {
        var result: [(field: ManifestField, value: JSONValue)] = [(.category, .string(category.rawValue))]
        switch type {
        case .bool:
            break
        case .variants(let names):
            if category != .migration {
                result.append((.values, .array(names.map { .string($0) })))
            }
        case .int, .double, .string, .json:
            result.append((.type, .string(type.name)))
        }
        if category == .ops || !isImplied(defaultValue) {
            result.append((.default, defaultValue))
        }
        if swiftName != SwiftName.member(ofKey: key) { result.append((.swift, .string(swiftName))) }
        if let remote { result.append((.remote, .string(remote))) }
        if !retired.isEmpty { result.append((.retired, .array(retired.map { .string($0) }))) }
        return result + details.written
    }

    private func isImplied(_ value: JSONValue) -> Bool {
        value == (category == .migration ? .string(MigrationStage.off.rawValue) : .bool(false))
    }
}
