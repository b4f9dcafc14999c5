import SwiftSyntax
import ToggleManifest

@testable import ToggleSyntax

/// Code before and after its known values are folded.
///
/// In the code, `on` and `off` are known, and `variant` is `.treatment`. The same is true of calls for `.x`, `.y`, and
/// `.z`, and of `flags.x` and `flags.y`. Nodes with names that begin with `gone` are removed.
struct FoldingCase: Sendable {
    let name: String
    let before: String
    let after: String
    /// The kinds of the remarks, in order.
    let remarks: [String]

    init(_ name: String, _ before: String, _ after: String, remarks: [String] = []) {
        (self.name, self.before, self.after, self.remarks) = (name, before, after, remarks)
    }

    /// Folds code; `nil` for the names of the known values uses those of this type.
    static func fold(_ code: String, known: [String: KnownValue]? = nil) -> FileFolding.Result {
        let tree = SourceTree(path: "App.swift", bytes: Array(code.utf8))
        let finder = KnownFinder(
            known: known ?? ["on": .bool(true), "off": .bool(false), "variant": .member("treatment")]
        )
        finder.walk(tree.root)
        return FileFolding(tree: tree).result(values: finder.values, removals: finder.removals)
    }

    static func parses(_ bytes: [UInt8]) -> Bool { !SourceTree(path: "App.swift", bytes: bytes).root.hasError }
}

/// Finds the expressions with known values, and the nodes to remove.
final class KnownFinder: SyntaxVisitor {
    private let known: [String: KnownValue]
    private(set) var values: [SyntaxIdentifier: KnownValue] = [:]
    private(set) var removals: Set<SyntaxIdentifier> = []

    private static let keys: [String: KnownValue] = [
        ".x": .bool(true), ".y": .bool(false), ".z": .member("treatment"),
    ]
    private static let functions: Set<String> = ["isEnabled", "select", "evaluation", "value", "variant"]

    init(known: [String: KnownValue]) {
        self.known = known
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id, let value = known[node.baseName.text] {
            values[node.id] = value
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.calledExpression.lastName, Self.functions.contains(name),
            let argument = node.arguments.first, let value = Self.keys[argument.expression.trimmedDescription]
        {
            values[node.id] = value
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if let base = node.base, base.lastName == "flags" || base.trimmedDescription == "flags?",
            let value = Self.keys["." + node.declName.baseName.text]
        {
            values[node.id] = value
        }
        return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        guard token.text.lowercased().hasPrefix("gone"), case .identifier = token.tokenKind else {
            return .skipChildren
        }
        var node = token.parent
        while let current = node {
            switch current.kind {
            case .closureCapture, .switchCaseItem, .enumCaseElement, .functionParameter, .labeledExpr, .arrayElement,
                .dictionaryElement, .attribute, .inheritedType, .patternBinding, .functionDecl, .structDecl, .classDecl,
                .codeBlockItem, .memberBlockItem, .conditionElement:
                removals.insert(current.id)
                return .skipChildren
            default: node = current.parent
            }
        }
        return .skipChildren
    }
}
