import FeatureToggles

/// How far the copy of a user's records has come: what a destination keeps in the transaction that stores them.
///
/// Keep it as ``text``, in a column or a file of its own.
public struct BackfillCheckpoint: Sendable, Hashable {
    /// The dual-write start that the newest complete copy was made for: what was written before it is there; `nil` for none.
    public internal(set) var doneBefore: MigrationTime?
    /// The dual-write start that a copy is made for now; `nil` when none is under way.
    public internal(set) var copiesBefore: MigrationTime?
    /// Behind which record the copy goes on; `nil` at its beginning.
    public package(set) var cursor: String?
    /// How many records were copied so far, by all copies.
    public internal(set) var copied: Int
    /// How many of them the copy that is under way has brought.
    public internal(set) var copiedByThis: Int

    init(
        doneBefore: MigrationTime? = nil,
        copiesBefore: MigrationTime? = nil,
        cursor: String? = nil,
        copied: Int = 0,
        copiedByThis: Int = 0
    ) {
        self.doneBefore = doneBefore
        self.copiesBefore = copiesBefore
        self.cursor = cursor
        self.copied = copied
        self.copiedByThis = copiedByThis
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
        // Only for the progress that is shown.
        if case .integer(let number)? = object["copied_by_this"] { copiedByThis = min(max(0, number), copied) }
        switch object["cursor"] {
        case .string(let text)?: cursor = text
        case nil: break
        default:
            throw BackfillError(.checkpoint, "The cursor of a checkpoint is no string. \(Self.advice)")
        }
    }

    private static let advice = "Remove it to copy the user's records from the beginning."

    private static func time(_ json: JSONValue?) -> MigrationTime?? {
        guard let json else { return .some(nil) }
        guard let milliseconds = json.whole else { return nil }
        return MigrationTime(millisecondsSince1970: milliseconds)
    }

    /// The checkpoint as a line of JSON, for people and ``init(text:)``.
    public var text: String {
        var object: JSONObject = ["version": 1]
        object["done_before"] = doneBefore.map { JSONValue(whole: $0.millisecondsSince1970) }
        object["copies_before"] = copiesBefore.map { JSONValue(whole: $0.millisecondsSince1970) }
        object["cursor"] = cursor.map { .string($0) }
        object["copied"] = .integer(copied)
        if copiedByThis > 0 { object["copied_by_this"] = .integer(copiedByThis) }
        return JSONWriter().text(.object(object))
    }
}
