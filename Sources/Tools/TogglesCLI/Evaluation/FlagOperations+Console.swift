import DocumentSyntax
import FeatureToggles
import ToggleConsole
import ToggleDocuments
import ToggleTool

extension FlagOperations {
    /// Creates the operations of a console on a remote document.
    ///
    /// - Parameters:
    ///   - warning: Returns a sentence if the file at a path isn't the document that the running app uses.
    ///   - document: Returns the document with the current toggles.
    init(
        warning: @escaping @Sendable (String) -> String?,
        _ document: @escaping @Sendable () -> OperatedDocument
    ) {
        self.init {
            document().isNamed
        } preview: { toggle, command throws(ConsoleError) in
            try Self.convertingErrors {
                let operate = try command.operation()
                let change = try document().flag(of: toggle.key).change(operate)
                var preview = FlagPreview(change)
                if let warning = warning(change.path) { preview.warnings.append(warning) }
                return preview
            }
        } apply: { toggle, command, preview throws(ConsoleError) in
            try Self.convertingErrors {
                let operate = try command.operation()
                try document().flag(of: toggle.key).write(
                    isConfirmed: { $0.lines == preview.lines && $0.concern == preview.concern },
                    operate
                )
            }
        }
    }

    private static func convertingErrors<Value>(_ body: () throws -> Value) throws(ConsoleError) -> Value {
        do {
            return try body()
        } catch let error as FlagOperationError {
            let findings = error.diagnostics.map { "\($0)" }
            throw ConsoleError(([error.description.sentence] + findings).joined(separator: "\n"))
        } catch let error as TargetExpressionError {
            throw ConsoleError(error.message.sentence)
        } catch {
            throw ConsoleError("\(error)".sentence)
        }
    }
}

extension FlagPreview {
    fileprivate init(_ change: DocumentChange) {
        self.init(
            path: change.path,
            lines: change.lines,
            concern: change.concern,
            warnings: change.warnings.map { "\($0)" },
            isEmpty: change.isEmpty
        )
    }
}

extension FlagCommand {
    /// Returns the operation that the command stands for.
    ///
    /// Shares can shrink and a new bucketing is allowed, because the user sees the effect and confirms it.
    ///
    /// - Throws: An error if its text is invalid.
    fileprivate func operation() throws -> (FlagOperator) throws(FlagOperationError) -> DocumentChange {
        switch self {
        case .rollout(let text):
            let words = text.split(separator: " ").map(String.init)
            let rollout = FlagOperator.Rollout(
                shares: try FlagOperator.Rollout.shares(words),
                salt: nil,
                redistributes: false,
                allowsDecrease: true
            )
            return { flag throws(FlagOperationError) in try flag.rollout(rollout) }
        case .target(let condition, let variant):
            let expression = try TargetExpression(condition)
            return { flag throws(FlagOperationError) in try flag.target(expression, variant: variant) }
        case .kill(let variant): return { flag throws(FlagOperationError) in try flag.kill(to: variant) }
        case .restore: return { flag throws(FlagOperationError) in try flag.restore() }
        }
    }
}
