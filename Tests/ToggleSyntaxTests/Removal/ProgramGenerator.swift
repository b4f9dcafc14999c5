/// Generates functions that read flags in random places.
///
/// All of them are valid Swift and end after a few steps. Calls of `log`, `check`, `number`, and `maybe` are effects.
struct ProgramGenerator {
    private struct Variable {
        var name: String
        var isBool: Bool
        var isMutable: Bool
    }

    private struct Scope {
        var variables: [Variable] = []
        /// Names that are used in the scope, and can't be declared afterwards.
        var used: Set<String> = []
    }

    private enum Exit {
        case returns
        case loop
        case label(String)
        case loopLabel(String)
    }

    private var random: any RandomNumberGenerator
    private var scopes: [Scope] = []
    private var exits: [Exit] = []
    private var count = 0
    private var budget = 0
    private var isInDefer = false
    /// The flags that programs read: the known values of ``FoldingCase``, or those of a whole project.
    private var flags = [
        "on", "off", "!on", "!off", "on", "off", "(on)", "variant == .treatment", "variant != .treatment",
        "variant == .control", "on == true", "off != false", "flags.x", "flags.y", "!flags.x",
    ]
    private var variant = "variant"
    /// Calls of functions that take flags, without their last argument.
    private var calls: [String] = []

    init(random: some RandomNumberGenerator) {
        self.random = random
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    private mutating func next() -> Int {
        count += 1
        return count
    }

    /// Returns the next program.
    mutating func program() -> String {
        count = 0
        return function("f", [("a", false), ("b", true), ("c", true)], signature: "a: Int, b: Bool, c: Bool", "")
    }

    private mutating func function(
        _ name: String,
        _ parameters: [(String, isBool: Bool)],
        signature: String,
        _ indent: String
    ) -> String {
        budget = 14 + below(20)
        scopes = [
            Scope(variables: parameters.map { Variable(name: $0.0, isBool: $0.isBool, isMutable: false) })
        ]
        exits = [.returns]
        let body = body(indent + "    ", endsWithReturn: true)
        return "\(indent)func \(name)(\(signature)) -> Int {\n\(body)\(indent)}\n"
    }

    // MARK: - Projects

    /// Returns the files of the next project, in which the flags are declared, stored, and passed on.
    mutating func project() -> [String: String] {
        count = 0
        let read = "flags.isOn(.newCart)"
        let own = [read, "usesCart", "Layout.isWide"]
        let all =
            own + [
                "!\(read)", "hidesCart", "!Layout.isWide", "Layout.isNarrow", "flags.isOn(.menu)", "\(read) == true",
            ]
        variant = chance(50) ? "toggles.variant(of: .button)" : "style"
        let variants = [
            "\(variant) == .treatment", "\(variant) != .treatment", "toggles.variant(of: .button) == .control",
        ]
        // An argument that isn't the flag keeps the parameter.
        func argument(_ generator: inout ProgramGenerator) -> String {
            generator.chance(10) ? "flags.isOn(.menu)" : own[generator.below(own.count)]
        }
        flags = all + variants
        let declarations = """
            enum FeatureFlag: String {
                case menu
                case newCart = "new_cart"
            }
            let usesCart = \(read)
            var hidesCart: Bool { !usesCart }
            enum Layout {
                static let isWide = \(chance(50) ? read : "usesCart")
                static var isNarrow: Bool { !isWide }
            }
            let style = toggles.variant(of: .button)

            """
        calls = []
        let last = function("last", [("n", false), ("wide", true)], signature: "_ n: Int, wide: Bool", "")
        calls = ["last(\(below(4)), wide: isNew)"]
        flags += ["isNew", "!isNew"]
        let middle = function(
            "middle",
            [("n", false), ("isNew", true)],
            signature: "_ n: Int, isNew: Bool = \(read)",
            ""
        )
        calls = ["last(\(below(4)), wide: \(argument(&self)))"]
        let isStored = chance(50)
        let run = function("run", [("n", false)], signature: "_ n: Int", "    ")
        let stored =
            isStored
            ? "    private let isNew = \(own[below(own.count)])\n"
            : "    private let isNew: Bool\n    init(isNew: Bool) {\n        self.isNew = isNew\n    }\n"
        let model = "final class Model {\n\(stored)\(run)}\n"
        flags.removeLast(2)
        calls = [
            "middle(\(below(4)))", "middle(\(below(4)), isNew: \(argument(&self)))",
            "last(\(below(4)), wide: \(argument(&self)))",
            isStored ? "Model().run(\(below(4)))" : "Model(isNew: \(argument(&self))).run(\(below(4)))",
        ]
        let main = function("f", [("a", false), ("b", true), ("c", true)], signature: "a: Int, b: Bool, c: Bool", "")
        return ["Flags.swift": declarations, "Main.swift": main, "Other.swift": last + middle + model]
    }

    // MARK: - Expressions

    private mutating func variable(isBool: Bool) -> String? {
        var seen: Set<String> = []
        var names: [String] = []
        for scope in scopes.reversed() {
            for variable in scope.variables.reversed() where seen.insert(variable.name).inserted {
                if variable.isBool == isBool { names.append(variable.name) }
            }
        }
        guard !names.isEmpty else { return nil }
        let name = names[below(names.count)]
        use(name)
        return name
    }

    /// Records a use in all scopes up to the one of the declaration.
    private mutating func use(_ name: String) {
        for index in scopes.indices.reversed() {
            scopes[index].used.insert(name)
            if scopes[index].variables.contains(where: { $0.name == name }) { return }
        }
    }

    private mutating func flag() -> String {
        let text = flags[below(flags.count)]
        if text.contains("isNew") { use("isNew") }
        return text
    }

    private mutating func bool(_ depth: Int) -> String {
        if depth > 0, chance(60) {
            switch below(8) {
            case 0, 1: return "\(operand(depth - 1, "&&")) && \(operand(depth - 1, "&&"))"
            case 2, 3: return "\(bool(depth - 1)) || \(operand(depth - 1, "||"))"
            case 4: return "!(\(bool(depth - 1)))"
            case 5: return "(\(bool(depth - 1)) ? \(bool(depth - 1)) : \(bool(depth - 1)))"
            case 6: return "(\(bool(depth - 1))) == (\(bool(depth - 1)))"
            default: return "\(sum(depth - 1)) < \(sum(depth - 1))"
            }
        }
        switch below(10) {
        case 0...4: return flag()
        case 5, 6: return variable(isBool: true) ?? "true"
        case 7: return "check(\(next()), \(variable(isBool: true) ?? "false"))"
        case 8: return "!\(variable(isBool: true) ?? "false")"
        default: return chance(50) ? "true" : "false"
        }
    }

    /// An operand with parentheses, if it contains a weaker operator.
    private mutating func operand(_ depth: Int, _ name: String) -> String {
        let text = bool(depth)
        return text.contains("||") || text.contains("?") ? "(\(text))" : text
    }

    private mutating func int(_ depth: Int) -> String {
        if depth > 0, chance(60) {
            switch below(7) {
            case 0: return "\(sum(depth - 1)) + \(sum(depth - 1))"
            case 1: return "\(sum(depth - 1)) - \(sum(depth - 1))"
            case 2, 3: return "\(condition(depth - 1)) ? \(sum(depth - 1)) : \(int(depth - 1))"
            case 4: return "(\(int(depth - 1))) * \(sum(0))"
            case 5: return "(\(bool(depth - 1)) ? \(int(depth - 1)) : nil) ?? \(sum(depth - 1))"
            default: return "maybe(\(next()), \(bool(0))) ?? \(sum(depth - 1))"
            }
        }
        if !calls.isEmpty, chance(25) {
            let call = calls[below(calls.count)]
            if call.contains("isNew)") { use("isNew") }
            return call
        }
        switch below(5) {
        case 0, 1: return variable(isBool: false) ?? "1"
        case 2: return "number(\(next()))"
        default: return "\(below(4))"
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        let text = bool(depth)
        return text
    }

    /// An integer that can be next to an operator.
    private mutating func sum(_ depth: Int) -> String {
        let text = int(depth)
        return text.contains(" ") ? "(\(text))" : text
    }

    // MARK: - Statements

    private mutating func body(_ indent: String, endsWithReturn: Bool = false, variables: [(String, Bool)] = [])
        -> String
    {
        scopes.append(Scope(variables: variables.map { Variable(name: $0.0, isBool: $0.1, isMutable: false) }))
        if !variables.isEmpty { scopes.append(Scope()) }
        var text = ""
        for _ in 0..<(1 + below(4)) where budget > 0 { text += statement(indent) }
        if endsWithReturn { text += indent + "return \(int(1))\n" }
        if text.isEmpty { text = indent + "log(\(next()))\n" }
        scopes.removeLast()
        if !variables.isEmpty { scopes.removeLast() }
        return text
    }

    private mutating func newName(isBool: Bool, isMutable: Bool) -> String {
        var names = isBool ? ["p", "q", "r"] : ["t", "u", "v"]
        if isBool, flags.contains("isNew") { names.append("isNew") }
        let scope = scopes[scopes.count - 1]
        let free = names.filter { name in
            !scope.used.contains(name) && !scope.variables.contains { $0.name == name }
        }
        let name = free.isEmpty ? "x\(next())" : free[below(free.count)]
        scopes[scopes.count - 1].variables.append(Variable(name: name, isBool: isBool, isMutable: isMutable))
        return name
    }

    private mutating func statement(_ indent: String) -> String {
        budget -= 1
        let inner = indent + "    "
        switch below(24) {
        case 0, 1: return indent + "log(\(next()))\n"
        case 2:
            let isBool = chance(60)
            let value = isBool ? bool(2) : int(2)
            let isMutable = chance(30)
            let name = newName(isBool: isBool, isMutable: isMutable)
            return indent + "\(isMutable ? "var" : "let") \(name) = \(value)\n"
        case 3:
            let value = flag()
            return indent + "let \(newName(isBool: true, isMutable: false)) = \(value)\n"
        case 4:
            let choices = Set(scopes.flatMap(\.variables).filter(\.isMutable).map(\.name)).sorted()
            guard !choices.isEmpty else { return indent + "log(\(next()))\n" }
            let name = choices[below(choices.count)]
            guard
                let variable = scopes.reversed().lazy.compactMap({ scope in
                    scope.variables.last { $0.name == name }
                }).first, variable.isMutable
            else { return indent + "log(\(next()))\n" }
            use(name)
            return indent + "\(name) = \(variable.isBool ? bool(2) : int(2))\n"
        case 5...9: return choice(indent)
        case 10, 11: return guardStatement(indent)
        case 12:
            let label = chance(30) ? "l\(next())" : nil
            exits.append(.loop)
            if let label { exits.append(.loopLabel(label)) }
            let filter = chance(40) ? " where \(bool(1))" : ""
            let text = "for i\(next()) in 0..<2\(filter) {\n" + body(inner) + indent + "}\n"
            exits.removeLast(label == nil ? 1 : 2)
            return indent + (label.map { "\($0): " } ?? "") + text
        case 13:
            let counter = "k\(next())"
            exits.append(.loop)
            let before = chance(50) ? "\(operand(1, "&&")) && " : ""
            let list = chance(50) ? ", \(bool(1))" : ""
            let text =
                indent + "var \(counter) = 0\n" + indent + "while \(before)\(counter) < 2\(list) {\n" + inner
                + "\(counter) = \(counter) + 1\n" + body(inner) + indent + "}\n"
            exits.removeLast()
            return text
        case 14:
            let counter = "k\(next())"
            let end =
                chance(40) ? (flags.contains("off") ? "off" : "hidesCart") : "\(counter) < 2 && \(operand(1, "&&"))"
            exits.append(.loop)
            let text =
                indent + "var \(counter) = 0\n" + indent + "repeat {\n" + inner + "\(counter) = \(counter) + 1\n"
                + body(inner) + indent + "} while \(end)\n"
            exits.removeLast()
            return text
        case 15:
            guard !isInDefer else { return indent + "log(\(next()))\n" }
            isInDefer = true
            let saved = exits
            exits = []
            defer { (isInDefer, exits) = (false, saved) }
            return indent + "defer {\n" + body(inner) + indent + "}\n"
        case 16, 17: return selection(indent)
        case 18: return indent + "do {\n" + body(inner) + indent + "}\n"
        case 19:
            guard let exit = exit() else { return indent + "log(\(next()))\n" }
            return indent + "if \(bool(2)) {\n" + (chance(50) ? inner + "log(\(next()))\n" : "") + inner + exit
                + indent + "}\n"
        case 20:
            let saved = exits
            exits = [.returns]
            defer { exits = saved }
            let wasInDefer = isInDefer
            isInDefer = false
            defer { isInDefer = wasInDefer }
            let text = "{ () -> Int in\n" + body(inner, endsWithReturn: true) + indent + "}\n"
            let name = "g\(next())"
            return indent + "let \(name) = " + text + indent + "log(\(name)())\n"
        case 21:
            let saved = exits
            exits = [.returns]
            defer { exits = saved }
            let text = "if \(bool(1)) {\n\(inner)    return \(int(1))\n\(inner)}\n\(inner)return \(int(1))\n"
            return indent + "let \(newName(isBool: false, isMutable: false)): Int = {\n" + inner + text + indent
                + "}()\n"
        case 22:
            let condition = bool(2)
            let (first, second) = (int(1), int(1))
            let name = newName(isBool: false, isMutable: false)
            use(name)
            return indent + "let \(name): Int\n" + indent + "if \(condition) {\n" + inner + "\(name) = \(first)\n"
                + indent + "} else {\n" + inner + "\(name) = \(second)\n" + indent + "}\n"
        default:
            let value =
                chance(50)
                ? "if \(bool(1)) { \(int(1)) } else if \(bool(1)) { \(int(1)) } else { \(int(1)) }"
                : "switch \(flag()) { case true: \(int(1))\n\(inner)case false: \(int(1)) }"
            return indent + "let \(newName(isBool: false, isMutable: false)) = \(value)\n"
        }
    }

    private mutating func conditions() -> (text: String, variables: [(String, Bool)]) {
        var parts: [String] = []
        var variables: [(String, Bool)] = []
        for _ in 0..<(1 + below(3)) {
            switch below(6) {
            case 0:
                let value = chance(50) ? "maybe(\(next()), \(bool(1)))" : "(\(bool(1)) ? \(int(1)) : nil)"
                let name = "m\(next())"
                parts.append("let \(name) = \(value)")
                variables.append((name, false))
            case 1: parts.append("case .\(chance(50) ? "treatment" : "control") = \(variant)")
            default: parts.append(bool(2))
            }
        }
        return (parts.joined(separator: ", "), variables)
    }

    private mutating func choice(_ indent: String) -> String {
        let inner = indent + "    "
        let label = chance(20) ? "l\(next())" : nil
        if let label { exits.append(.label(label)) }
        defer { if label != nil { exits.removeLast() } }
        let first = conditions()
        var text = "if \(first.text) {\n" + body(inner, variables: first.variables) + indent + "}"
        while chance(30), budget > 0 {
            let other = conditions()
            text += " else if \(other.text) {\n" + body(inner, variables: other.variables) + indent + "}"
        }
        if chance(50) { text += " else {\n" + body(inner) + indent + "}" }
        return indent + (label.map { "\($0): " } ?? "") + text + "\n"
    }

    private mutating func exit() -> String? {
        guard let exit = exits.isEmpty ? nil : exits[below(exits.count)] else { return nil }
        switch exit {
        case .returns: return "return \(int(1))\n"
        case .loop: return chance(50) ? "break\n" : "continue\n"
        case .label(let label): return "break \(label)\n"
        case .loopLabel(let label): return "\(chance(50) ? "break" : "continue") \(label)\n"
        }
    }

    private mutating func guardStatement(_ indent: String) -> String {
        guard
            let exit = exits.contains(where: { if case .returns = $0 { true } else { false } })
                ? "return \(int(1))\n" : nil
        else { return indent + "log(\(next()))\n" }
        let (text, variables) = conditions()
        let inner = indent + "    "
        let code =
            indent + "guard \(text) else {\n" + (chance(50) ? inner + "log(\(next()))\n" : "") + inner + exit + indent
            + "}\n"
        for (name, isBool) in variables {
            scopes[scopes.count - 1].variables.append(Variable(name: name, isBool: isBool, isMutable: false))
        }
        return code
    }

    private mutating func selection(_ indent: String) -> String {
        let inner = indent + "    "
        // An unlabeled `break` would leave the switch.
        let saved = exits
        exits = exits.filter { if case .loop = $0 { false } else { true } }
        defer { exits = saved }
        func caseBody(_ generator: inout ProgramGenerator) -> String {
            var text = generator.body(inner)
            if generator.chance(20) {
                // The body may declare any other name below.
                let condition = "number(\(generator.next())) < \(generator.below(4))"
                text = inner + "if \(condition) {\n" + inner + "    break\n" + inner + "}\n" + text
            }
            if generator.chance(10) { text += inner + "break\n" }
            return text
        }
        switch below(5) {
        case 0:
            return indent + "switch \(bool(1)) {\n" + indent + "case true:\n" + caseBody(&self) + indent
                + "case false:\n" + caseBody(&self) + indent + "}\n"
        case 1:
            let others = variant == "variant" ? "case .control, .other" : "case .control"
            let label = chance(50) ? others : "default"
            let through = chance(20) ? inner + "fallthrough\n" : caseBody(&self)
            return indent + "switch \(variant) {\n" + indent + "case .treatment:\n" + through + indent + "\(label):\n"
                + caseBody(&self) + indent + "}\n"
        case 2:
            let second = variable(isBool: true) ?? "true"
            let third = chance(50) ? variant : flag()
            let value = third == variant ? ".treatment" : chance(50) ? "true" : "false"
            let filter = chance(30) ? " where \(bool(1))" : ""
            return indent + "switch (\(flag()), \(second), \(third)) {\n" + indent
                + "case (true, true, \(value))\(filter):\n"
                + caseBody(&self) + indent + "case (false, _, _), (_, false, \(value)):\n" + caseBody(&self) + indent
                + "case _:\n" + caseBody(&self) + indent + "}\n"
        case 3:
            return indent + "switch \(variant) {\n" + indent + "case .treatment where \(bool(1)):\n" + caseBody(&self)
                + indent
                + "case .treatment where \(bool(1)), .control:\n" + caseBody(&self) + indent + "default:\n"
                + caseBody(&self) + indent + "}\n"
        default:
            let filter = chance(50) ? " where \(bool(1))" : ""
            return indent + "switch \(sum(1)) {\n" + indent + "case 0\(filter):\n" + caseBody(&self) + indent
                + "case 1 where \(flag()), 2:\n" + caseBody(&self) + indent + "default:\n" + caseBody(&self) + indent
                + "}\n"
        }
    }
}
