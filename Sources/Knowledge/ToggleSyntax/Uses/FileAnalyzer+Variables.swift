import SwiftSyntax
import ToggleLint

extension FileAnalyzer {
    /// Returns the variables that code reads of a feature of Nimbus: `features.search.value().isEnabled`.
    ///
    /// Without a variable, such as for a value that is kept in a constant, code in the same file certainly reads those that
    /// it names.
    func variables(_ token: TokenSyntax, _ word: Vocabulary.Word) -> [Found] {
        guard word.members.contains(where: { $0.variable != nil }),
            let access = token.parent?.parent?.as(MemberAccessExprSyntax.self),
            Syntax(access.declName).id == token.parent?.id, let holder = access.base?.lastName
        else { return [] }
        var value = Syntax(access)
        var name: String?
        if let outer = access.parent?.as(MemberAccessExprSyntax.self) {
            // `with` sets values for a test, and `recordExposure` reads none.
            guard outer.declName.baseName.name == "value" else { return [] }
            if let call = outer.parent?.as(FunctionCallExprSyntax.self),
                let member = call.parent?.as(MemberAccessExprSyntax.self)
            {
                (name, value) = (member.declName.baseName.name, Syntax(member))
            }
        }
        return word.members.compactMap { candidate in
            guard let variable = candidate.variable, candidate.holders.contains(holder), name ?? variable == variable
            else { return nil }
            let isCertain = name != nil || members.contains(variable, in: tree)
            var found = Found(
                target: .toggle(candidate.key),
                form: .property,
                certainty: isCertain ? .certain : .possible
            )
            if name != nil { found.value = value }
            return found
        }
    }
}

/// The names after a dot in a file, which are collected once, if needed.
final class MemberNames {
    private var texts: Set<String>?

    /// Returns whether a file has a member with a name.
    func contains(_ name: String, in tree: SourceTree) -> Bool { all(in: tree).contains(name) }

    private func all(in tree: SourceTree) -> Set<String> {
        if let texts { return texts }
        var result: Set<String> = []
        tree.bytes.withUnsafeBufferPointer { buffer in
            let code = CodeBytes(buffer)
            for (index, byte) in buffer.enumerated() where byte == UInt8(ascii: ".") {
                let word = code.word(from: index + 1)
                if !word.isEmpty { result.insert(code.text(word)) }
            }
        }
        texts = result
        return result
    }
}

/// The properties of types in a file that have the names of flags, which are collected once, if needed.
final class OwnMembers {
    private var names: Set<[String]>?

    /// Returns whether a type, as far as it is in this file, has a property with a name.
    func contains(_ name: String, of type: String, _ hits: [WordHit], in tree: SourceTree) -> Bool {
        let names = names ?? Self.names(hits, in: tree)
        self.names = names
        return names.contains([type, name])
    }

    private static func names(_ hits: [WordHit], in tree: SourceTree) -> Set<[String]> {
        var cursor = TokenCursor(tree.root)
        var result: Set<[String]> = []
        for hit in hits where hit.word >= 0 {
            guard let token = cursor.token(at: hit.offset),
                let variable = token.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self),
                token.parent?.is(IdentifierPatternSyntax.self) == true,
                variable.parent?.is(MemberBlockItemSyntax.self) == true,
                let type = EnclosingDeclarations(variable, in: tree).types.first
            else { continue }
            result.insert([type, token.name])
        }
        return result
    }
}
