/// Determines from a file's bytes whether it is nested so deeply that a recursive-descent parser would exhaust the
/// stack.
///
/// The limits are far above those of handwritten code, because strings and comments are counted as code, too.
enum NestingGuard {
    /// The maximum depth of brackets, and the maximum number of consecutive operators and keywords before an operand.
    private static let depth = 1_000
    /// The maximum depth of conditional compilation.
    ///
    /// The parser looks ahead through all `#if` at each of them.
    private static let conditionDepth = 32
    /// The maximum depth of arrays directly inside of arrays, as in `[[[Int]]]`.
    ///
    /// Because these can be types, the parser looks ahead twice at each of them, so its time doubles with each level.
    private static let arrayDepth = 6
    /// The maximum number of attributes on a line that can be inside of each other, as in `@A<@B<C>>`, for the same
    /// reason.
    private static let attributeDepth = 8
    /// The maximum number of `else if`, `?`, and `->` that continue an open construct, because each is nested in the
    /// previous one.
    private static let count = 20_000

    /// The lengths of the chains in the open brackets.
    private struct Chains {
        private var lengths = [0]
        private(set) var total = 0

        mutating func open() { lengths.append(0) }

        mutating func close() {
            restart()
            if lengths.count > 1 { lengths.removeLast() }
        }

        mutating func grow() {
            lengths[lengths.count - 1] += 1
            total += 1
        }

        /// Ends the chain in the innermost brackets, because a new statement is not nested in the previous one.
        mutating func restart() {
            total -= lengths[lengths.count - 1]
            lengths[lengths.count - 1] = 0
        }
    }

    /// The depths of the arrays in the open brackets.
    ///
    /// Arguments of calls and closures can't be part of a type.
    private struct Arrays {
        private var depths = [0]
        private(set) var deepest = 0

        mutating func open(_ bracket: UInt8, isCall: Bool) {
            let depth = depths[depths.count - 1]
            switch bracket {
            case UInt8(ascii: "["): depths.append(depth + 1)
            case UInt8(ascii: "("): depths.append(isCall ? 0 : depth)
            default: depths.append(0)
            }
            deepest = max(deepest, depth + (bracket == UInt8(ascii: "[") ? 1 : 0))
        }

        mutating func close() {
            if depths.count > 1 { depths.removeLast() }
        }

        /// Records that the innermost brackets are not a type.
        mutating func restart() { depths[depths.count - 1] = 0 }
    }

    /// What a word adds to the nesting.
    private struct Meaning: OptionSet {
        let rawValue: UInt8

        /// It begins a statement or declaration, and can't be part of an expression without brackets.
        static let beginning = Meaning(rawValue: 1)
        /// It adds a level of recursion to the parser when such words follow each other.
        static let level = Meaning(rawValue: 2)
        static let elseWord = Meaning(rawValue: 4)
    }

    /// The meanings of words by their letters, in five bits each.
    private static let meanings: [UInt64: Meaning] = {
        var result: [UInt64: Meaning] = [:]
        func add(_ words: String, _ meaning: Meaning) {
            for word in words.split(separator: " ") {
                result[word.utf8.reduce(0) { $0 << 5 | UInt64($1 & 31) }, default: []].insert(meaning)
            }
        }
        add("if guard func let var return init case typealias subscript", .beginning)
        add("try await unsafe consume copy borrow each repeat any some let var inout if switch while for case", .level)
        add("return throw yield is as in do else guard indirect borrowing consuming sending isolated throws", .level)
        add("else", .elseWord)
        return result
    }()

    /// The lengths of these words, as bits, by their first letter: most other words aren't looked up.
    private static let lengths: [UInt16] = {
        var result = [UInt16](repeating: 0, count: 32)
        for letters in meanings.keys {
            let length = (64 - letters.leadingZeroBitCount + 4) / 5
            result[Int(letters >> UInt64(5 * (length - 1)))] |= 1 << UInt16(length)
        }
        return result
    }()
    private static let longest = 9

    /// Returns whether the bytes are too deeply nested for the parser.
    static func isTooDeep(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var brackets = 0
        var angles = 0
        var run = 0
        var elses = Chains()
        var operators = Chains()
        var arrays = Arrays()
        var attributes = 0
        // Where the last word ended that isn't the name of a function.
        var keywordEnd = -1
        // Whether the last word was `else`.
        var isElse = false
        // A possible comment or string doesn't end a chain, because it can be in the middle of one.
        var isInText = false
        var mayBeComment = false
        var isInBlock = false
        var conditions = 0
        var index = 0
        let (meanings, lengths) = (Self.meanings, Self.lengths)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                brackets += 1
                run = 0
                isElse = false
                elses.open()
                operators.open()
                arrays.open(byte, isCall: !mayBeComment && index - 1 != keywordEnd && isAfterOperand(bytes, index))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                brackets = max(0, brackets - 1)
                run = 0
                isElse = false
                attributes = 0
                elses.close()
                operators.close()
                arrays.close()
            case UInt8(ascii: "<"): angles += 1
            case UInt8(ascii: ">"):
                if index > 0, bytes[index - 1] == UInt8(ascii: "-") {
                    operators.grow()
                } else {
                    angles = max(0, angles - 1)
                    attributes = 0
                }
            case UInt8(ascii: "@"): if !mayBeComment, !isInText { attributes += 1 }
            case UInt8(ascii: ";"), UInt8(ascii: ","):
                if byte == UInt8(ascii: ";") { angles = 0 }
                attributes = 0
            case 0x0A:
                angles = 0
                attributes = 0
                isInText = false
                if mayBeComment, !isInBlock { mayBeComment = false }
            case UInt8(ascii: "\""):
                run = 0
                if !mayBeComment { arrays.restart() }
                if index == 0 || bytes[index - 1] != UInt8(ascii: "\\") { isInText.toggle() }
            case UInt8(ascii: "/"):
                run = 0
                if index + 1 < bytes.count, !isInText {
                    if bytes[index + 1] == UInt8(ascii: "*") { isInBlock = true }
                    if bytes[index + 1] == UInt8(ascii: "/") || isInBlock { mayBeComment = true }
                }
                if index > 0, bytes[index - 1] == UInt8(ascii: "*") { (isInBlock, mayBeComment) = (false, false) }
            case UInt8(ascii: "="):
                run = 0
                if !mayBeComment, !isInText, isAssignment(bytes, index) { operators.restart() }
            case UInt8(ascii: "?"):
                if index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x0A { operators.grow() }
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "!"):
                // A line of hyphens is one operator, or a comment.
                if index == 0 || bytes[index - 1] != byte { run += 1 }
            case UInt8(ascii: "#"):
                if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "i") {
                    conditions += 1
                } else if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "e"),
                    bytes[index + 2] == UInt8(ascii: "n")
                {
                    conditions = max(0, conditions - 1)
                }
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                let start = index
                var letters = UInt64(byte & 31)
                while index + 1 < bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index + 1] {
                    index += 1
                    letters = letters &<< 5 | UInt64(bytes[index] & 31)
                }
                let length = index + 1 - start
                let isKnown = length <= longest && lengths[Int(byte & 31)] & 1 << UInt16(length) != 0
                let meaning = isKnown ? meanings[letters, default: []] : []
                if meaning.contains(.level) { (run, keywordEnd) = (run + 1, index) } else { run = 0 }
                let isCode = !mayBeComment && !isInText
                if isCode, meaning.contains(.beginning), isWhole(bytes, start...index) {
                    operators.restart()
                    if !isElse { elses.restart() }
                }
                // A chain continues with another `if`, and ends with a brace.
                let continues =
                    meaning.contains(.elseWord) && (start == 0 || bytes[start - 1] != UInt8(ascii: "#"))
                    && !isFollowedByBrace(bytes, index + 1)
                if continues { elses.grow() }
                if isCode { isElse = continues }
            case 0x20, 0x09, 0x0D: break
            default: run = 0
            }
            if brackets > depth || angles > depth || run > depth || conditions > conditionDepth { return true }
            if arrays.deepest > arrayDepth || attributes > attributeDepth { return true }
            if elses.total + operators.total > count { return true }
            index += 1
        }
        return false
    }

    /// Returns whether a word is neither part of a longer name nor a member.
    private static func isWhole(_ bytes: UnsafeBufferPointer<UInt8>, _ range: ClosedRange<Int>) -> Bool {
        let isMember = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: ".")
        return !isMember && !isName(bytes, range.lowerBound - 1) && !isName(bytes, range.upperBound + 1)
    }

    private static func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        switch bytes[index] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
            return true
        default: return false
        }
    }

    /// Returns whether a bracket follows a name or another operand, as that of a call does.
    private static func isAfterOperand(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index > 0 else { return false }
        return isName(bytes, index - 1) || [UInt8](")]}>?!".utf8).contains(bytes[index - 1])
    }

    /// Returns whether the next nonblank byte is an opening brace.
    private static func isFollowedByBrace(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        var index = start
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
        return index < bytes.count && bytes[index] == UInt8(ascii: "{")
    }

    /// Returns whether an equals sign isn't part of an operator such as `==` or `<=`.
    private static func isAssignment(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x0A }
        return index > 0 && index + 1 < bytes.count && isBlank(index - 1) && isBlank(index + 1)
    }
}
