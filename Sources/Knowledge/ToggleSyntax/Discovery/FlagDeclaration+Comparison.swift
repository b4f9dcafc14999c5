import ToggleLint
import ToggleManifest

/// How the flags of declarations relate to those of others.
extension FlagDeclaration {
    /// The flags in the order of the files, each once.
    ///
    /// A protocol requires a flag that an extension gives a value.
    var distinctFlags: [DeclaredFlag] {
        var indices: [String: Int] = [:]
        var result: [DeclaredFlag] = []
        for flag in flags.sorted(by: { ($0.path, $0.range.start.offset) < ($1.path, $1.range.start.offset) }) {
            if let index = indices[flag.name] {
                // Only the branch of `#if` for release builds has a value.
                if let value = flag.defaultValue { result[index].defaultValue = value }
            } else {
                indices[flag.name] = result.count
                result.append(flag)
            }
        }
        return result
    }

    /// The keys of the flags, also those of their raw values.
    var keys: Set<String> {
        Set(flags.flatMap { [$0.key, $0.rawValue.flatMap { SwiftName.key(from: $0) } ?? $0.key] })
    }

    /// Returns the names of the flags that have one of some keys.
    func names(sharedWith keys: Set<String>) -> Set<String> {
        Set(
            flags.filter { flag in
                keys.contains(flag.key)
                    || flag.rawValue.flatMap { SwiftName.key(from: $0) }.map(keys.contains) ?? false
            }.map(\.name)
        )
    }

    /// Returns whether most flags have the names or keys of those in another declaration.
    func repeats(_ other: FlagDeclaration, keys: Set<String>) -> Bool {
        // Apps of one repository may have the same flags.
        if kind == .cases, other.kind == .cases, type == other.type, isTest == other.isTest { return false }
        let (shared, count) = (names(sharedWith: keys).count, names.count)
        return count > 0 && shared * 10 >= count * 6 && shared >= min(2, count)
    }

    /// Returns the properties whose getters read flags of other declarations, with the types of those.
    func originals(_ types: [String: String]) -> [String: String] {
        parts.reduce(into: [:]) { result, part in
            for (name, passed) in part.passed {
                if let type = passed.compactMap({ types[$0] }).min() { result[name] = type }
            }
        }
    }

    /// The names of the properties of objects whose type is one of flags, in a type that has other properties, too.
    var namesOfFlagTypes: Set<String> {
        guard kind == .instanceProperties else { return [] }
        return Set(flags.filter { $0.valueType.map(FlagNames.isOneFlag) ?? false }.map(\.name))
    }

    /// Returns whether it contains the keys that most of the properties of the type around it read.
    private func isKeyGroup(of types: [String: [FlagDeclaration]]) -> Bool {
        let chain = type.split(separator: ".").map(String.init)
        guard chain.count > 1, FlagNames.listsKeys(type) else { return false }
        let names = names
        let own = Dictionary(names.map { ($0, type) }, uniquingKeysWith: { $1 })
        return chain.dropLast().flatMap { types[$0] ?? [] }.contains { other in
            let count = other.originals(own).count
            return count > 0 && count * 2 >= other.names.count && count * 3 >= names.count
        }
    }

    /// Removes the parts that describe flags, rather than declare them.
    static func dropDerived(_ declarations: inout [FlagDeclaration]) {
        // A double of the type in tests may be an enum.
        let production = declarations.filter { !$0.isTest }
        let enums = Set(production.filter { $0.kind == .cases }.map(\.type))
        let statics = production.filter { $0.kind == .staticProperties && $0.flagTypes.contains($0.type) }
        let objects = Set(statics.map(\.type))
        let attributed = declarations.filter { $0.kind == .attributedProperties }
        let others = declarations.reduce(into: [String: [FlagDeclaration]]()) { result, declaration in
            guard declaration.kind != .cases, declaration.isBoolean else { return }
            for container in declaration.containers { result[container, default: []].append(declaration) }
        }
        declarations.removeAll { declaration in
            switch declaration.kind {
            case .instanceProperties:
                enums.contains(declaration.type) || objects.contains(declaration.type)
                    || attributed.contains {
                        $0.containers.contains(declaration.type) && declaration.repeats($0, keys: $0.keys)
                    }
            // An enum with cases has static properties about all of them.
            case .staticProperties: enums.contains(declaration.type) || declaration.isKeyGroup(of: others)
            case .cases: declaration.isKeyGroup(of: others)
            default: false
            }
        }
    }
}
