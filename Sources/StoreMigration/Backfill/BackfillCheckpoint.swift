import FeatureToggles

/// How far the copy of a user's records has come: what a destination keeps in the transaction that stores them.
///
/// Keep it as ``text``, in a column or a file of its own.
public struct BackfillCheckpoint: Sendable, Hashable {
    /// What was written before this moment has been copied completely, by earlier copies; `nil` for nothing.
    public internal(set) var doneBefore: MigrationTime?
    /// What is copied now is older than this; `nil` when no copy is under way.
    public internal(set) var copiesBefore: MigrationTime?
    /// Behind which record the copy goes on; `nil` at its beginning.
    public internal(set) var cursor: String?
    /// How many records were copied so far, by all copies.
    public internal(set) var copied: Int

    init(doneBefore: MigrationTime? = nil, copiesBefore: MigrationTime? = nil, cursor: String? = nil, copied: Int = 0) {
        self.doneBefore = doneBefore
        self.copiesBefore = copiesBefore
        self.cursor = cursor
        self.copied = copied
    }

    /// Reads a checkpoint that was kept as ``text``.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``BackfillError`` for what is no checkpoint.
    public init(text: String) throws(BackfillError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader(maximumDepth: 4).value(from: text)
        } catch {
            throw BackfillError(.checkpoint, "The checkpoint of a backfill is not JSON: \(error). \(Self.advice)")
        }
        guard case .object(let object) = json, object["version"] == .integer(1),
            let doneBefore = Self.time(object["done_before"]), let copiesBefore = Self.time(object["copies_before"]),
            case .integer(let copied)? = object["copied"], copied >= 0
        else {
            let start = JSONValue.oneLine(String(text.prefix(80)))
            throw BackfillError(.checkpoint, "This is no checkpoint of version 1: \(start). \(Self.advice)")
        }
        self.init(doneBefore: doneBefore, copiesBefore: copiesBefore, copied: copied)
        switch object["cursor"] {
        case .string(let text)?: cursor = text
        case nil: break
        default:
            throw BackfillError(.checkpoint, "The cursor of a checkpoint is no string. \(Self.advice)")
        }
    }

    private static let advice = "Remove it to copy the user's records from the beginning."

    private static func time(_ json: JSONValue?) -> MigrationTime?? {
        switch json {
        case nil: .some(nil)
        case .integer(let milliseconds)?: MigrationTime(millisecondsSince1970: Int64(milliseconds))
        default: nil
        }
    }

    /// The checkpoint as a line of JSON, for people and ``init(text:)``.
    public var text: String {
        var object: JSONObject = ["version": 1]
        object["done_before"] = doneBefore.map { .integer(Int(clamping: $0.millisecondsSince1970)) }
        object["copies_before"] = copiesBefore.map { .integer(Int(clamping: $0.millisecondsSince1970)) }
        object["cursor"] = cursor.map { .string($0) }
        object["copied"] = .integer(copied)
        return JSONWriter().text(.object(object))
    }
}
