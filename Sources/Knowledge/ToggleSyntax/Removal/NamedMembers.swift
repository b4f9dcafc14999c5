import SwiftSyntax

/// The places with the name of members, by the types that they can belong to.
struct NamedMembers {
    private let names: [RemovalProject.Name]
    /// The properties and the functions with the name, by their types.
    private var properties: [String: [(place: Int, copy: Copy)]] = [:]
    private var functions: [String: [(place: Int, copy: Copy)]] = [:]
    private var propertyOwners: Set<String> = []
    private var functionOwners: Set<String> = []
    /// Whether a member with the name belongs to no known type.
    private var hasUnknownOwner = false
    /// Whether an enum has a case with the name.
    private(set) var isCase = false
    /// The uses without a base, or after `self`, by the types around them.
    private var inside: [String: [Int]] = [:]
    /// The labels of arguments by the last name of what is called.
    private var labels: [String: [Int]] = [:]
    /// The uses that may belong to any type.
    private var others: [Int] = []
    /// The types among these by the types that they inherit from.
    private var heirs: [String: Set<String>] = [:]

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - names: All places with the name.
    ///   - project: The files.
    ///   - declared: Returns the declaration that a token names.
    ///   - typesAround: Returns the types around a token.
    init(
        _ names: [RemovalProject.Name],
        in project: RemovalProject,
        declared: (TokenSyntax) -> Syntax?,
        typesAround: (RemovalProject.Name) -> [String]
    ) {
        self.names = names
        var uses: [(place: Int, reference: DeclReferenceExprSyntax)] = []
        for (place, name) in names.enumerated() {
            guard let parent = name.token.parent else { continue }
            if let reference = parent.as(DeclReferenceExprSyntax.self) {
                uses.append((place, reference))
            } else if let argument = parent.as(LabeledExprSyntax.self) {
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
                if let callee = call?.calledExpression.lastName { labels[callee, default: []].append(place) }
            } else if let tree = project.tree(name.file), let node = declared(name.token),
                let copy = Copy(node, name.file, in: tree), copy.kind == .member
            {
                add(copy, place)
            } else if parent.is(EnumCaseElementSyntax.self) || parent.is(ClosureCaptureSyntax.self) {
                if parent.as(EnumCaseElementSyntax.self)?.name.id == name.token.id { isCase = true }
                others.append(place)
            }
        }
        (propertyOwners, functionOwners) = (Set(properties.keys), Set(functions.keys))
        let owners = propertyOwners.union(functionOwners)
        for (place, reference) in uses {
            let types = typesAround(names[place])
            guard Self.isInside(reference, types, owners, project) else {
                others.append(place)
                continue
            }
            for type in Set(types) { inside[type, default: []].append(place) }
        }
        for type in owners.union(inside.keys) {
            for ancestor in project.types.ancestors(of: type) { heirs[ancestor, default: []].insert(type) }
        }
    }

    private mutating func add(_ copy: Copy, _ place: Int) {
        guard let type = copy.type else {
            hasUnknownOwner = true
            return
        }
        if copy.isFunction {
            functions[type, default: []].append((place, copy))
        } else {
            properties[type, default: []].append((place, copy))
        }
    }

    /// Returns whether a use can only be of a member of the types around it.
    private static func isInside(
        _ reference: DeclReferenceExprSyntax,
        _ types: [String],
        _ owners: Set<String>,
        _ project: RemovalProject
    ) -> Bool {
        guard let parent = reference.parent, !parent.is(KeyPathPropertyComponentSyntax.self),
            !parent.is(ClosureCaptureSyntax.self)
        else { return false }
        guard let access = parent.as(MemberAccessExprSyntax.self), access.declName.id == reference.id else {
            return true
        }
        guard let type = types.first, access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" else {
            return false
        }
        return owners.contains(type) || !project.types.ancestors(of: type).isDisjoint(with: owners)
    }

    /// Returns the types that declare a property or a function with the name.
    func owners(ofFunctions isFunction: Bool) -> Set<String> { isFunction ? functionOwners : propertyOwners }

    /// Returns whether only the types of a family declare a member with the name.
    func isOnly(in family: Set<String>) -> Bool {
        !hasUnknownOwner && properties.keys.allSatisfy(family.contains) && functions.keys.allSatisfy(family.contains)
    }

    /// Returns the declarations of a family.
    func declarations(in family: Set<String>, areFunctions: Bool) -> [Copy] {
        let members = areFunctions ? functions : properties
        return family.flatMap { members[$0] ?? [] }.sorted { $0.place < $1.place }.map(\.copy)
    }

    /// Returns the types whose member with the name is the same: subclasses, protocols with the requirement, and the
    /// other types that fulfill it.
    func family(of copy: Copy, _ types: TypeOutlines) -> Set<String> {
        guard let type = copy.type else { return [] }
        let members = copy.isFunction ? functions : properties
        var family: Set<String> = [type]
        var pending = copy.isPrivate ? [] : [type]
        while let next = pending.popLast() {
            for other in types.ancestors(of: next).union(heirs[next] ?? [])
            where members[other] != nil && family.insert(other).inserted {
                pending.append(other)
            }
        }
        return family
    }

    /// Returns the places that may belong to a family, in the order of the files.
    func places(of family: Set<String>) -> [RemovalProject.Name] {
        let types = family.reduce(into: family) { $0.formUnion(heirs[$1] ?? []) }
        var places = Set(others)
        for type in types { places.formUnion(inside[type] ?? []) }
        for name in family.union(["init", "self", "Self", "super"]) { places.formUnion(labels[name] ?? []) }
        return places.sorted().map { names[$0] }
    }
}
