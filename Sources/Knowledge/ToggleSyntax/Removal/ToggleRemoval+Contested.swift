import SwiftSyntax
import ToggleLint
import ToggleManifest

/// Declarations that have the value of the toggle, but also others, so that they stay.
extension ToggleRemoval {
    /// The maximum number of declarations that are listed because they have the value of one that stays.
    private static let maximumTargets = 20

    /// Notes what to list about a declaration that also has other values.
    func noteContested(_ copy: Copy, _ evidence: Evidence, _ value: KnownValue) {
        contestedPlaces[copy.node.id] = []
        func note(_ file: Int, _ node: some SyntaxProtocol, _ reason: String) {
            contestedPlaces[copy.node.id]?.append((file, Syntax(node), reason))
        }
        let name = copy.name.lowercased()
        guard names.contains(where: { $0.count > 4 && name.contains($0.lowercased()) }) else {
            guard copy.kind != .local, !project.isTest(copy.file) else { return }
            let reason = "‘\(copy.name)’ stays, because other code gives it another value than the toggle"
            constants[copy.node.id] = (copy.file, Syntax(copy.nameToken), reason)
            return
        }
        let reason = "‘\(copy.name)’ is named like the toggle, but stays, because other code gives it another value"
        note(copy.file, copy.nameToken, reason)
        for input in evidence.inputs where input.value != value && !input.isReplaced && !input.isKept {
            if let node = input.node { note(input.file, node, reason) }
        }
        for read in evidence.reads { note(read.file, read.expression, reason) }
    }

    /// Lists the declarations that stay, and what has their values.
    func listContested() {
        for (id, places) in contestedPlaces where !solved.contains(id) {
            guard let first = places.first, !isRemoved(first.node) else { continue }
            for place in places where !isRemoved(place.node) {
                remark(.read, place.file, place.node, place.reason)
                guard let value = place.node.as(ExprSyntax.self), let name = value.lastName else { continue }
                var seen: Set<SyntaxIdentifier> = [id]
                listTarget(of: value, place.file, name, &seen)
            }
        }
    }

    /// Lists the variable or parameter that gets a value, and where that goes.
    private func listTarget(of value: ExprSyntax, _ file: Int, _ name: String, _ seen: inout Set<SyntaxIdentifier>) {
        var found: (node: Syntax, file: Int)?
        if let list = value.parent?.as(ExprListSyntax.self), list.count == 3, list.last?.id == value.id {
            found = assignedExpression(list).flatMap { declaration(of: $0, file) }
        } else if let argument = value.parent?.as(LabeledExprSyntax.self) {
            found = target(of: argument, file)
        }
        guard let found, let tree = project.tree(found.file), let copy = Copy(found.node, found.file, in: tree),
            !isRemoved(found.node), seen.count < Self.maximumTargets, seen.insert(found.node.id).inserted
        else { return }
        let reason = "‘\(copy.name)’ has the value of ‘\(name)’, which is named like the toggle"
        if copy.name != name { remark(.read, found.file, copy.nameToken, reason) }
        let evidence = copy.kind == .parameter ? evidence(onParameter: copy) : evidence(on: copy)
        for read in evidence?.reads ?? [] {
            if copy.name != name { remark(.read, read.file, read.expression, reason) }
            listTarget(of: read.expression, read.file, name, &seen)
        }
    }
}
