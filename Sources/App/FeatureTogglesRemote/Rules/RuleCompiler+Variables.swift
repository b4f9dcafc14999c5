import FeatureToggles
import ToggleBase

/// Variables.
extension RuleCompiler {
    mutating func compileVariable(_ arguments: UnsafeBufferPointer<FlatValue>, at slot: Int, depth: Int) {
        let key = arguments.first ?? .null
        let isComputed = key.kind == .array || key.kind == .object
        guard !isComputed, isScoped || key.kind == .string && key.count > 0 else {
            noteContext(of: .computedVariable)
            compileArguments(arguments, of: RuleNode(operation: .computedVariable), at: slot, depth: depth)
            return
        }
        var node: RuleNode
        if isScoped {
            node = RuleNode(operation: .scoped, value: key)
        } else if let plain = plainVariable(key) {
            node = plain
        } else {
            noteContext(of: .computedVariable)
            compileArguments(arguments, of: RuleNode(operation: .computedVariable), at: slot, depth: depth)
            return
        }
        if node.operation != .constant { node.value = key }
        switch node.operation {
        case .attribute, .targetingKey: dependencies.context = true
        case .timestamp: dependencies.time = true
        default: break
        }
        if arguments.count > 1 {
            guard fits(1) else { return }
            node.first = UInt32(reserve(1))
            node.count = 1
            compile(arguments[1], at: Int(node.first), depth: depth)
        }
        nodes[slot] = node
    }

    /// Returns the node of a context variable, or `nil` for a path into a string or into a value that every context
    /// contains.
    private mutating func plainVariable(_ key: FlatValue) -> RuleNode? {
        let points = key.bytes.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
        guard points < Self.maximumPathLength, path.count + points < Self.maximumPath else { return nil }
        let start = path.count
        addNames(of: key.bytes)
        let names = path[start...]
        var isPath = false
        defer { if !isPath { path.removeSubrange(start...) } }
        guard let first = names.first else { return nil }
        if first == FlatString("$flagd") {
            guard names.count == 2 else { return nil }
            if names[start + 1] == FlatString("timestamp") { return RuleNode(operation: .timestamp) }
            guard names[start + 1] == FlatString("flagKey") else { return nil }
            return flagKey.map { RuleNode(operation: .constant, value: $0) } ?? RuleNode(operation: .flagKey)
        }
        if first == FlatString("targetingKey") { return names.count == 1 ? RuleNode(operation: .targetingKey) : nil }
        let leadsIntoText = names.dropFirst().contains { name in
            name == FlatString("length") || name.bytes.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
        }
        if leadsIntoText { return nil }
        var node = RuleNode(operation: .attribute)
        node.pathStart = UInt32(start)
        node.pathCount = UInt16(names.count)
        isPath = true
        return node
    }

    /// Adds the names between the periods of a key to the paths.
    private mutating func addNames(of key: UnsafeBufferPointer<UInt8>) {
        var start = key.startIndex
        for index in key.indices where key[index] == UInt8(ascii: ".") {
            path.append(FlatString(UnsafeBufferPointer(rebasing: key[start..<index])))
            start = index + 1
        }
        path.append(FlatString(UnsafeBufferPointer(rebasing: key[start...])))
    }
}
