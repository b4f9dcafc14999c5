/// A recipe for a document: flags that repeat a unit as often as it fits into the document.
struct Recipe: Hashable {
    /// The number of flags.
    var flagCount: Int
    /// A flag: `#` stands for its number, `§` for the repeated units.
    var flag: String
    /// The repeated unit: `#` stands for its number.
    var unit: String
    /// A member of `$evaluators`: `#` stands for its number.
    var shared: String
    /// The part of the document that the shared rules take up, in percent.
    var sharedPart: Int
    /// Additional top-level members.
    var extra: String

    init(_ random: inout SeededRandom) {
        flagCount = [1, 1, 1, 2, 30, 1_000, 20_000].randomElement(using: &random) ?? 1
        flag = Self.flags.randomElement(using: &random) ?? "{}"
        unit = Self.fragment(3, &random)
        shared = Self.fragment(3, &random)
        sharedPart = [0, 0, 0, 10, 50, 90].randomElement(using: &random) ?? 0
        extra = ""
        if flag.contains("@") { flag = flag.replacing("@", with: Self.rule(2, &random, hole: true)) }
    }

    /// Changes one property at random, possibly to that of another recipe.
    mutating func mutate(_ random: inout SeededRandom, with other: Recipe?) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: flagCount = max(1, min(20_000, Bool.random(using: &random) ? flagCount * 4 : flagCount / 4))
        case 1: self = Recipe(&random)
        case 2: unit = Self.fragment(3, &random)
        case 3: unit += "," + Self.fragment(2, &random)
        case 4: shared = Self.fragment(3, &random)
        case 5: sharedPart = [0, 1, 10, 50, 90, 99].randomElement(using: &random) ?? 0
        case 6: if let other { unit = other.unit }
        case 7: if let other { flag = other.flag }
        case 8:
            let operation = Self.operators.randomElement(using: &random) ?? "!"
            unit = Bool.random(using: &random) ? #"{"\#(operation)":[\#(unit)]}"# : #"["\#(operation)",\#(unit)]"#
        default:
            let old = Self.operators.randomElement(using: &random) ?? "!"
            let new = Self.operators.randomElement(using: &random) ?? "!"
            flag = flag.replacing("\"\(old)\"", with: "\"\(new)\"")
            unit = unit.replacing("\"\(old)\"", with: "\"\(new)\"")
        }
        if unit.utf8.count > 4_000 { unit = Self.fragment(2, &random) }
    }

    /// Returns the text of a document of roughly the given size, in bytes.
    func text(size: Int) -> [UInt8] {
        var text = Array("{".utf8)
        let sharedSize = size * sharedPart / 100
        text += Array(#""$evaluators":{"r":\#(shared.replacing("#", with: "0"))"#.utf8)
        var number = 0
        while text.count < sharedSize {
            text += Array(",\"r\(number)\":\(shared.replacing("#", with: "\(number)"))".utf8)
            number += 1
        }
        text += Array(#"},\#(extra)"flags":{"#.utf8)
        let room = max(0, size - text.count) / flagCount
        for number in 0..<flagCount {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text += Array("\"f\(number)\":".utf8)
            let parts = flag.replacing("#", with: "\(number)").split(separator: "§", omittingEmptySubsequences: false)
            let left = (room - flag.utf8.count) / max(1, parts.count - 1)
            for (index, part) in parts.enumerated() {
                if index > 0 { repeatUnit(in: left, into: &text) }
                text += Array(part.utf8)
            }
            if text.count > size { break }
        }
        return text + Array("}}".utf8)
    }

    private func repeatUnit(in size: Int, into text: inout [UInt8]) {
        let end = text.count + size
        var number = 0
        repeat {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text += Array(unit.contains("#") ? unit.replacing("#", with: "\(number)").utf8 : unit.utf8)
            number += 1
        } while text.count < end
    }

    // MARK: Parts

    private static let flags = [
        #"{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a","targeting":@}"#,
        #"{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a","targeting":@}"#,
        #"{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a","targeting":@}"#,
        #"{"state":"ENABLED","variants":{"a":1,"b":[§]},"defaultVariant":"a"}"#,
        #"{"state":"ENABLED","variants":{"a":1},"defaultVariant":"a","metadata":{"m":[§]}}"#,
        #"{"state":"ENABLED","variants":{"a":1,"v#":{"x":[§]}},"defaultVariant":"v#"}"#,
        #"{"state":"ENABLED","variants":{"a":1},"defaultVariant":"a","x":[§]}"#,
        #"[§]"#,
    ]

    private static let operators = [
        "if", "and", "or", "!", "!!", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "cat", "substr", "+", "-",
        "*",
        "/", "%", "min", "max", "merge", "map", "filter", "reduce", "all", "some", "none", "missing", "missing_some",
        "var",
        "fractional", "sem_ver", "starts_with", "ends_with", "log", "?:",
    ]

    /// Returns one or more values or rules, separated by commas.
    private static func fragment(_ depth: Int, _ random: inout SeededRandom) -> String {
        let count = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...6, using: &random) : 1
        return (0..<count).map { _ in rule(depth, &random, hole: false) }.joined(separator: ",")
    }

    /// Returns a value or a rule; with a hole, a rule that contains a list of repeated units.
    private static func rule(_ depth: Int, _ random: inout SeededRandom, hole: Bool) -> String {
        guard depth > 0, hole || Int.random(in: 0..<3, using: &random) > 0 else { return value(&random) }
        let operation = operators.randomElement(using: &random) ?? "!"
        let count = Int.random(in: 1...3, using: &random)
        let place = Int.random(in: 0..<count, using: &random)
        let arguments = (0..<count).map { index in
            guard hole, index == place else { return rule(depth - 1, &random, hole: false) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return "§"
            case 1: return "[§]"
            default: return rule(depth - 1, &random, hole: true)
            }
        }
        let text = arguments.joined(separator: ",")
        return Int.random(in: 0..<12, using: &random) == 0 ? "[\(text)]" : #"{"\#(operation)":[\#(text)]}"#
    }

    private static func value(_ random: inout SeededRandom) -> String {
        let length = [1, 10, 100, 1_000].randomElement(using: &random) ?? 1
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return "0"
        case 1: return "1e308"
        case 2: return "-0.\(String(repeating: "1234567890", count: min(100, length)))"
        case 3: return String(repeating: "9", count: length)
        case 4: return "\"\(String(repeating: "a", count: length))\""
        case 5: return "\"\(String(repeating: "\\u0061", count: length))\""
        case 6: return "\"\(String(repeating: "ä", count: length))\""
        case 7: return "\"1.2.3-\(String(repeating: "a.", count: length))b\""
        case 8: return "\"\(String(repeating: "1", count: length))\""
        case 9: return "\"#\""
        case 10: return "null"
        case 11: return #"{"$ref":"r#"}"#
        case 12: return #"{"$ref":"r"}"#
        case 13: return "[]"
        case 14:
            return
                #"{"var":"\#(["x", "n", "v", "l", "o.a.b.c", "", "accumulator", "l.#", "$flagd.timestamp"].randomElement(using: &random) ?? "x")"}"#
        case 15: return #"{"k#":1}"#
        case 16: return "true"
        default: return "[\((0..<min(50, length)).map { "\($0)" }.joined(separator: ","))]"
        }
    }
}
