import SwiftSyntax
import ToggleLint

/// Determines whether a value is kept from its first use on.
enum Freezing {
    /// Returns the declaration that keeps the value of an expression.
    static func freeze(of value: Syntax, path: String) -> ToggleUse.Freeze? {
        var child = value
        while let parent = child.parent {
            switch parent.as(SyntaxEnum.self) {
            case .accessorBlock: return nil
            case .codeBlock: if !parent.isInCalledClosure { return nil }
            case .closureExpr(let closure):
                // `{ … }()` is called in place.
                guard let call = closure.parent?.as(FunctionCallExprSyntax.self),
                    call.calledExpression.id == ExprSyntax(closure).id
                else { return nil }
            case .functionParameter: return .defaultArgument
            case .variableDecl(let variable):
                let isStatic = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
                if isStatic { return .staticProperty }
                guard parent.parent?.is(CodeBlockItemSyntax.self) == true,
                    parent.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
                else { return isLocalOfClosure(parent) ? nextFreeze(parent, path) : nil }
                // The statements of a program's main file run in order, including variables.
                return path == "main.swift" || path.hasSuffix("/main.swift") ? nil : .global
            case .functionDecl, .initializerDecl, .classDecl, .structDecl, .enumDecl, .actorDecl: return nil
            default: break
            }
            child = parent
        }
        return nil
    }

    private static func isLocalOfClosure(_ declaration: Syntax) -> Bool {
        declaration.parent?.parent?.parent?.is(ClosureExprSyntax.self) == true
    }

    private static func nextFreeze(_ declaration: Syntax, _ path: String) -> ToggleUse.Freeze? {
        declaration.parent.flatMap { freeze(of: $0, path: path) }
    }
}

extension Syntax {
    /// Whether a block is part of a statement, rather than the body of a function.
    fileprivate var isInCalledClosure: Bool {
        guard let parent else { return false }
        return
            !(parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self)
            || parent.is(AccessorDeclSyntax.self) || parent.is(DeinitializerDeclSyntax.self))
    }
}
