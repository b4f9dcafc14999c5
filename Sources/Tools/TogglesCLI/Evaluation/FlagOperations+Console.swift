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
    ///   - publisher: Publishes the document if it is a target, which is read for each change.
    ///   - document: Returns the document with the current toggles.
    init(
        warning: @escaping @Sendable (String) -> String?,
        publisher: Publisher?,
        _ document: @escaping @Sendable () -> OperatedDocument
    ) {
        let current = { @Sendable () throws -> OperatedDocument in
            var document = document()
            document.published = try publisher.map { .init(publisher: $0, state: try $0.state()) }
            return document
        }
        self.init(hasHistory: publisher != nil) {
            document().isNamed
        } preview: { toggle, command throws(ConsoleError) in
            try Self.convertingErrors {
                if command == .history, let publisher { return try FlagPreview(historyOf: publisher.target) }
                let operate = try command.operation()
                let flag = try current().flag(of: toggle.key)
                let change = try flag.change(operate)
                var preview = FlagPreview(change)
                if let warning = warning(change.path) { preview.warnings.append(warning) }
                if let published = flag.published {
                    let (title, revision) = (published.publisher.target.title, published.state.revision + 1)
                    preview.warnings.append("This is published to \(title) as revision \(revision).")
                }
                return preview
            }
        } apply: { toggle, command, preview throws(ConsoleError) in
            try Self.convertingErrors {
                let operate = try command.operation()
                let flag = try current().flag(of: toggle.key)
                if let published = flag.published {
                    let change = try flag.change(operate)
                    guard change.lines == preview.lines, change.concern == preview.concern else {
                        throw ConsoleError("\(change.path) was changed in the meantime; try again.")
                    }
                    return try published.publisher.publish(
                        Publisher.Request(
                            document: change.new,
                            path: change.path,
                            command: "\(command.name) \(toggle.key)",
                            isChecked: true
                        ),
                        over: published.state
                    )
                }
                try flag.write(
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
    /// Creates a page with the newest revisions of a target.
    fileprivate init(historyOf target: PublishingTarget) throws {
        let history = try TargetHistory(target).read(limit: 100) { entry in
            let reason = entry.reason.map { ", ‘\($0)’" } ?? ""
            return ["\(entry.revision)  \(entry.time)  \(entry.author)  \(entry.command)\(reason)"]
                + entry.lines.map { "    \($0)" }
        }
        let lines = history.rows.flatMap(\.self)
        self.init(
            path: target.title,
            lines: lines.isEmpty ? ["nothing was published yet"] : lines,
            concern: nil,
            warnings: history.damaged.map { "\($0)".sentence },
            isEmpty: true
        )
    }

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
        case .history: throw ConsoleError("Only a target has a history; `toggles log` shows that of a file in git.")
        }
    }

    /// The name of the command of `toggles` that does the same.
    fileprivate var name: String {
        switch self {
        case .rollout: "rollout"
        case .target: "target"
        case .kill: "kill"
        case .restore: "restore"
        case .history: "history"
        }
    }
}
