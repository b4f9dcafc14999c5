import ToggleBase

/// The file in which a ``BackfillRunner`` shares its report with `toggles stage --status FILE`.
///
/// The runner replaces it as a whole, so a reader never sees a part of it.
///
/// ```json
/// { "version": 1, "into": "new", "time": 1795252500, "waiting": 812, "running": 4, "done": 12004, "failed": 3, "idle": 0 }
/// ```
public struct BackfillReportFile: Sendable {
    /// The maximum size of the file, in bytes.
    public static let maximumSize = 1 << 16

    private let file: SharedFile

    /// The absolute path of the file.
    public var path: String { file.path }

    /// Creates a reference to a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file, which doesn't have to exist.
    public init(path: String) {
        file = SharedFile(path: path, maximumSize: Self.maximumSize)
    }

    /// Returns the report.
    ///
    /// - Throws: ``BackfillError`` if the file is missing, can't be read, or contains no report.
    public func read() throws(BackfillError) -> BackfillReport {
        let bytes: [UInt8]?
        do throws(SharedFile.Failure) {
            bytes = try file.read()
        } catch {
            throw BackfillError(.report, "\(error)")
        }
        guard let bytes else {
            throw BackfillError(
                .report,
                "\(path): There is no such file. Pass the file that the backfill runner writes, its `reportFile`."
            )
        }
        let json = try? JSONReader(maximumDepth: 4).value(from: bytes)
        if let problem = json.flatMap({ BackfillReport.problem(in: $0) }) {
            throw BackfillError(.report, "\(path): The report can't be used: \(problem)")
        }
        guard let json, let report = BackfillReport(json: json) else {
            throw BackfillError(
                .report,
                """
                \(path): This is not a report of a backfill, version 1. It must be an object with ‘version’, ‘into’, ‘time’, and \
                the numbers ‘waiting’, ‘running’, ‘done’, ‘failed’, and ‘idle’.
                """
            )
        }
        return report
    }

    /// Replaces the report.
    ///
    /// - Throws: ``BackfillError`` if the file can't be written; it is then unchanged.
    public func write(_ report: BackfillReport) throws(BackfillError) {
        let bytes = JSONWriter(.pretty).bytes(report.json)
        do throws(SharedFile.Failure) {
            try file.update { _ in .replace(bytes) }
        } catch {
            throw BackfillError(.report, "\(error)")
        }
    }
}

extension BackfillError.Code {
    /// A ``BackfillReportFile`` can't be read or written.
    public static let report = BackfillError.Code(rawValue: "report")
}
