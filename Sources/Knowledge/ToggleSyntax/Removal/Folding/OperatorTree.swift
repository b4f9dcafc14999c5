import SwiftSyntax

/// The operators of an expression, by their precedence.
///
/// The parser leaves operators in a flat sequence, because packages can declare their own.
indirect enum OperatorTree {
    case operand(ExprSyntax)
    case binary(String, Level, OperatorTree, OperatorTree)
    case choice(OperatorTree, ExprSyntax, OperatorTree)

    /// How tightly an expression binds.
    enum Level: Int, Comparable {
        case assignment, choice, or, and, comparison, coalescing, cast, range, addition, multiplication, shift
        case prefix, primary

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// The next tighter level.
        var next: Level { Level(rawValue: rawValue + 1) ?? .primary }

        /// Creates the precedence of an operator of the standard library; `nil` for any other.
        init?(operator element: ExprSyntax) {
            if element.is(AssignmentExprSyntax.self) {
                self = .assignment
            } else if element.is(UnresolvedTernaryExprSyntax.self) {
                self = .choice
            } else if element.is(UnresolvedAsExprSyntax.self) || element.is(UnresolvedIsExprSyntax.self) {
                self = .cast
            } else if let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
                switch name {
                case "||": self = .or
                case "&&": self = .and
                case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": self = .comparison
                case "??": self = .coalescing
                case "...", "..<": self = .range
                case "+", "-", "&+", "&-", "|", "^": self = .addition
                case "*", "/", "%", "&", "&*": self = .multiplication
                case "<<", ">>", "&<<", "&>>": self = .shift
                case "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=":
                    self = .assignment
                default: return nil
                }
            } else {
                return nil
            }
        }

        /// Creates the precedence of a whole expression.
        init(of expression: ExprSyntax) {
            switch expression.as(ExprSyntaxEnum.self) {
            case .sequenceExpr(let sequence):
                let elements = Array(sequence.elements)
                let levels = stride(from: 1, to: elements.count, by: 2).map { Level(operator: elements[$0]) ?? .choice }
                self = levels.min() ?? .primary
                if let first = elements.first, Level(of: first) == .assignment { self = .assignment }
            case .prefixOperatorExpr, .inOutExpr: self = .prefix
            case .tryExpr, .awaitExpr, .ifExpr, .switchExpr: self = .assignment
            default: self = .primary
            }
        }
    }

    /// The largest number of operands that are analyzed.
    private static let limit = 200

    /// Creates the tree of a sequence; `nil` if an operator is unknown.
    init?(_ elements: ArraySlice<ExprSyntax>) {
        guard elements.count % 2 == 1, elements.count <= 2 * Self.limit else { return nil }
        var reader = Reader(elements: Array(elements))
        guard let tree = reader.read(.assignment) else { return nil }
        self = tree
    }

    private struct Reader {
        let elements: [ExprSyntax]
        var position = 0

        mutating func read(_ lowest: Level) -> OperatorTree? {
            var left = OperatorTree.operand(elements[position])
            position += 1
            while position < elements.count {
                guard let level = Level(operator: elements[position]) else { return nil }
                guard level >= lowest else { break }
                let element = elements[position]
                position += 1
                let isRightAssociative = level == .assignment || level == .choice || level == .coalescing
                guard let right = read(isRightAssociative ? level : level.next) else { return nil }
                if let choice = element.as(UnresolvedTernaryExprSyntax.self) {
                    left = .choice(left, choice.thenExpression, right)
                } else {
                    left = .binary(element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "", level, left, right)
                }
            }
            return left
        }
    }

    /// The range of the operands, without surrounding trivia.
    var offsets: Range<Int> { first.startOffset..<last.endOffset }

    /// How tightly the outermost operator binds.
    var level: Level {
        switch self {
        case .operand(let expression): Level(of: expression)
        case .binary(_, let level, _, _): level
        case .choice: .choice
        }
    }

    /// The operands.
    var operands: [ExprSyntax] {
        switch self {
        case .operand(let expression): [expression]
        case .binary(_, _, let left, let right): left.operands + right.operands
        case .choice(let condition, let value, let other): condition.operands + [value] + other.operands
        }
    }

    /// Whether the value is a Boolean that can't be `nil`.
    var isBool: Bool {
        switch self {
        case .operand(let expression): expression.isBool
        case .binary(let name, let level, _, _):
            level == .comparison && name != "~=" || level == .and || level == .or
        case .choice: false
        }
    }

    private var first: ExprSyntax {
        switch self {
        case .operand(let expression): expression
        case .binary(_, _, let left, _): left.first
        case .choice(let condition, _, _): condition.first
        }
    }

    private var last: ExprSyntax {
        switch self {
        case .operand(let expression): expression
        case .binary(_, _, _, let right): right.last
        case .choice(_, _, let other): other.last
        }
    }
}
