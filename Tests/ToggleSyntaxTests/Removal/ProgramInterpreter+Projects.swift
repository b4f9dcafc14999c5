import SwiftSyntax

extension ProgramInterpreter {
    /// What the files of a project declare, by name; members as `Type.name`.
    struct Declarations {
        fileprivate(set) var functions: [String: FunctionDeclSyntax] = [:]
        fileprivate(set) var variables: [String: PatternBindingSyntax] = [:]
        fileprivate(set) var initializers: [String: InitializerDeclSyntax] = [:]
        /// The names of the stored properties of each type.
        fileprivate(set) var fields: [String: [String]] = [:]

        init() {}

        init(_ files: [SourceFileSyntax]) {
            for file in files { for item in file.statements { add(Syntax(item.item), "") } }
        }

        private mutating func add(_ node: Syntax, _ type: String) {
            switch node.as(SyntaxEnum.self) {
            case .functionDecl(let function): functions[type + function.name.text] = function
            case .initializerDecl(let initializer): initializers[type] = initializer
            case .variableDecl(let variable):
                for binding in variable.bindings {
                    let name = binding.pattern.trimmedDescription
                    variables[type + name] = binding
                    if binding.accessorBlock == nil, variable.modifiers.allSatisfy({ $0.name.text != "static" }) {
                        fields[type, default: []].append(name)
                    }
                }
            case .classDecl(let declaration): add(declaration.memberBlock, declaration.name.text)
            case .enumDecl(let declaration): add(declaration.memberBlock, declaration.name.text)
            default: break
            }
        }

        private mutating func add(_ block: MemberBlockSyntax, _ type: String) {
            fields[type + "."] = []
            for member in block.members { add(Syntax(member.decl), type + ".") }
        }
    }

    /// Runs the function `f` of a project.
    static func run(
        _ files: [SourceFileSyntax],
        a: Int,
        b: Bool,
        c: Bool,
        isOn: Bool,
        variant: String
    ) throws -> Run {
        let interpreter = ProgramInterpreter()
        interpreter.declarations = Declarations(files)
        interpreter.toggles = ["newCart": .bool(isOn), "menu": .bool(c), "button": .member(variant)]
        guard let function = interpreter.declarations.functions["f"] else { throw interpreter.fail("f is missing") }
        return try interpreter.run(function, a, b, c, Scope(nil))
    }

    /// The value of a global variable.
    func global(_ name: String, _ scope: Scope) throws -> Value? {
        guard !isLocal(name, scope), let binding = declarations.variables[name] else { return nil }
        return try value(of: binding, Scope(nil))
    }

    private func value(of binding: PatternBindingSyntax, _ scope: Scope) throws -> Value {
        if let value = binding.initializer?.value { return try evaluate(value, scope) }
        guard case .getter(let items)? = binding.accessorBlock?.accessors, let item = items.first?.item,
            let value = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
        else { throw fail("\(binding) has no value") }
        return try evaluate(value, scope)
    }

    /// The value of a member of a type.
    func member(_ name: String, of base: ExprSyntax, _ scope: Scope) throws -> Value? {
        guard let type = base.as(DeclReferenceExprSyntax.self)?.baseName.text, declarations.fields[type + "."] != nil
        else { return nil }
        guard let binding = declarations.variables["\(type).\(name)"] else { throw fail("\(type).\(name) is missing") }
        // The other static members are in scope.
        let inner = Scope(nil)
        for (key, other) in declarations.variables where key.hasPrefix(type + ".") && other.id != binding.id {
            guard other.initializer != nil else { continue }
            declare(other.pattern.trimmedDescription, try value(of: other, Scope(nil)), inner)
        }
        return try value(of: binding, inner)
    }

    /// The result of a function of the project, of a toggle, or of an initializer.
    func declared(_ call: FunctionCallExprSyntax, _ scope: Scope) throws -> Value? {
        let callee = call.calledExpression.trimmedDescription
        if callee == "flags.isOn" || callee == "toggles.variant" {
            guard let name = call.arguments.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
                let value = toggles[name]
            else { throw fail("a toggle is unknown") }
            return value
        }
        if let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
            case .object(let type, let fields) = try evaluate(base, scope),
            let function = declarations.functions["\(type).\(access.declName.baseName.text)"]
        {
            let own = Scope(nil)
            for (name, value) in fields { declare(name, value, own) }
            return try self.call(function, try parameters(function.signature.parameterClause, call, scope, own))
        }
        if !isLocal(callee, scope), let function = declarations.functions[callee] {
            return try self.call(function, try parameters(function.signature.parameterClause, call, scope, Scope(nil)))
        }
        guard let names = declarations.fields[callee + "."] else { return nil }
        var fields: [String: Value] = [:]
        for name in names {
            guard let value = declarations.variables["\(callee).\(name)"]?.initializer?.value else { continue }
            fields[name] = try evaluate(value, Scope(nil))
        }
        guard let initializer = declarations.initializers[callee + "."] else {
            guard call.arguments.isEmpty, fields.count == names.count else {
                throw fail("\(callee) has no initializer")
            }
            return .object(callee, fields)
        }
        let inner = try parameters(initializer.signature.parameterClause, call, scope, Scope(nil))
        for item in initializer.body?.statements ?? [] {
            guard let list = item.item.as(SequenceExprSyntax.self)?.elements, list.count == 3, let value = list.last,
                let name = list.first?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            else { throw fail("unknown initializer") }
            fields[name] = try evaluate(value, inner)
        }
        guard fields.count == names.count else { throw fail("\(callee) isn't initialized") }
        return .object(callee, fields)
    }

    /// A scope with the parameters of a call.
    private func parameters(
        _ clause: FunctionParameterClauseSyntax,
        _ call: FunctionCallExprSyntax,
        _ scope: Scope,
        _ outer: Scope
    ) throws -> Scope {
        let result = Scope(outer)
        var arguments = Array(call.arguments)[...]
        for parameter in clause.parameters {
            let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text
            let name = (parameter.secondName ?? parameter.firstName).text
            if let argument = arguments.first, argument.label?.text == label {
                arguments.removeFirst()
                declare(name, try evaluate(argument.expression, scope), result)
            } else if let value = parameter.defaultValue?.value {
                declare(name, try evaluate(value, Scope(nil)), result)
            } else {
                throw fail("an argument is missing in \(call)")
            }
        }
        guard arguments.isEmpty else { throw fail("an argument is unknown in \(call)") }
        return result
    }
}
