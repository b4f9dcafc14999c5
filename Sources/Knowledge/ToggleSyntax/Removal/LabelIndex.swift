import SwiftSyntax

/// The places with the label of parameters, by what they may belong to.
struct LabelIndex {
    /// A parameter, and what it belongs to.
    struct Parameter {
        var parameter: FunctionParameterSyntax
        var file: Int
        var owner: ToggleRemoval.FunctionOwner
        fileprivate var place: Int
    }

    private let names: [RemovalProject.Name]
    /// The parameters of functions by their names, and those of initializers by `init`.
    private var parameters: [String: [Parameter]] = [:]
    /// The parameters of initializers by type.
    private var initializers: [String: [Parameter]] = [:]
    /// The arguments by the last name of what is called.
    private var arguments: [String: [Int]] = [:]
    /// The names of functions with their labels: `row(isNew:)`.
    private var references: [Int] = []
    /// The types with an initializer, and those that are called, by the types that they inherit from.
    private var heirs: [String: Set<String>] = [:]

    init(_ names: [RemovalProject.Name], in project: RemovalProject) {
        self.names = names
        for (place, name) in names.enumerated() {
            guard let parent = name.token.parent else { continue }
            if let parameter = parent.as(FunctionParameterSyntax.self), parameter.firstName.id == name.token.id {
                guard let tree = project.tree(name.file),
                    let copy = Copy(Syntax(parameter), name.file, in: tree)
                else { continue }
                let owner = project.functionOwner(of: copy)
                let entry = Parameter(parameter: parameter, file: name.file, owner: owner, place: place)
                parameters[owner.name, default: []].append(entry)
                if owner.isInitializer, let type = owner.type { initializers[type, default: []].append(entry) }
            } else if let argument = parent.as(LabeledExprSyntax.self), argument.label?.id == name.token.id {
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
                if let callee = call?.calledExpression.lastName { arguments[callee, default: []].append(place) }
            } else if parent.is(DeclNameArgumentSyntax.self) {
                references.append(place)
            }
        }
        for type in Set(initializers.keys).union(arguments.keys) {
            for ancestor in project.types.ancestors(of: type) { heirs[ancestor, default: []].insert(type) }
        }
    }

    /// The parameters of functions with a name; for `init`, those of all initializers.
    func parameters(of function: String) -> [Parameter] { parameters[function] ?? [] }

    /// The parameters of the initializers of a type.
    func initializers(of type: String) -> [Parameter] { initializers[type] ?? [] }

    /// Returns the places that may belong to a function.
    ///
    /// - Parameters:
    ///   - owner: The function or initializer.
    ///   - ancestors: The types that its type inherits from.
    /// - Returns: The places in the order of the files, and for an initializer, whether others have the label.
    func names(
        for owner: ToggleRemoval.FunctionOwner,
        ancestors: Set<String>
    ) -> (names: [RemovalProject.Name], hasOthers: Bool) {
        var places = references
        guard owner.isInitializer, let type = owner.type else {
            places += parameters(of: owner.name).map(\.place) + (arguments[owner.name] ?? [])
            return (places.sorted().map { names[$0] }, false)
        }
        let own = initializers(of: type).filter { $0.owner.labels == owner.labels }
        for type in ancestors.union(heirs[type] ?? []).union([type]) {
            places += initializers(of: type).map(\.place) + (arguments[type] ?? [])
        }
        for name in ["init", "self", "Self", "super"] { places += arguments[name] ?? [] }
        return (places.sorted().map { names[$0] }, own.count < parameters(of: "init").count)
    }
}
