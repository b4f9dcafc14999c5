import ToggleBase

/// Prints a client's problems, so that developers notice when an override or a document is ignored.
struct ProblemPrinter: ~Copyable, Sendable {
    /// The maximum number of lines to print.
    static let limit = 100

    /// Prints a line to standard error.
    static let printOnStandardError: @Sendable (String) -> Void = { line in
        StandardStream.error.write(Array((line + "\n").utf8))
    }

    private let print: @Sendable (String) -> Void
    private let printed = Mutex<Set<ToggleProblem>>([])

    init(_ print: @escaping @Sendable (String) -> Void) {
        self.print = print
    }

    /// Prints the problems that were not printed before.
    func report(_ problems: [ToggleProblem]) {
        guard !problems.isEmpty else { return }
        let (unprinted, isLast) = printed.withLock { printed in
            let rest = Self.limit - printed.count
            guard rest > 0 else { return (unprinted: [ToggleProblem](), isLast: false) }
            let unprinted = problems.filter { !printed.contains($0) }.prefix(rest)
            printed.formUnion(unprinted)
            return (unprinted: Array(unprinted), isLast: printed.count >= Self.limit)
        }
        for problem in unprinted { print("toggles: warning: \(problem.description.printableLine)") }
        if isLast { print("toggles: warning: further problems are listed in the client's problems only") }
    }
}
