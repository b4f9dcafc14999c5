import FeatureToggles
import ToggleBase

/// The progress of copying a user's records, which a destination stores in the same transaction as the records.
///
/// Store it as ``text``, in a column or a separate file.
public struct BackfillCheckpoint: Sendable, Hashable {
    /// The dual-write start of the newest complete copy, which includes everything written before; `nil` for none.
    public internal(set) var doneBefore: MigrationTime?
    /// The dual-write start of the current copy; `nil` if none is running.
    public internal(set) var copiesBefore: MigrationTime?
    /// The cursor of the last copied record; `nil` at the beginning of a copy.
    public package(set) var cursor: String?
    /// The number of records copied so far, by all copies.
    public internal(set) var copied: Int
    /// The number of records copied by the current copy.
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

    /// Parses a checkpoint stored as ``text``.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``BackfillError`` if the text is not a checkpoint.
    public init(text: String) throws(BackfillError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader(maximumDepth: 4).value(from: text)
        } catch {
            throw BackfillError(.checkpoint, "The checkpoint of a backfill is not JSON: \(error) \(Self.advice)")
        }
        guard case .object(let object) = json, object["version"] == .integer(1),
            let doneBefore = Self.time(object["done_before"]), let copiesBefore = Self.time(object["copies_before"]),
            case .integer(let copied)? = object["copied"], copied >= 0
        else {
            let start = JSONValue.oneLine(String(text.prefix(80)))
            throw BackfillError(.checkpoint, "This is not a checkpoint of version 1: \(start). \(Self.advice)")
        }
        self.init(doneBefore: doneBefore, copiesBefore: copiesBefore, copied: copied)
        // Used only to show progress.
        if case .integer(let number)? = object["copied_by_this"] { copiedByThis = min(max(0, number), copied) }
        switch object["cursor"] {
        case .string(let text)?: cursor = text
        case nil: break
        default:
            throw BackfillError(.checkpoint, "The cursor of the checkpoint is not a string. \(Self.advice)")
        }
    }

    private static let advice = "Remove it to copy the user's records from the beginning."

    private static func time(_ json: JSONValue?) -> MigrationTime?? {
        guard let json else { return .some(nil) }
        guard let milliseconds = json.whole else { return nil }
        return MigrationTime(millisecondsSince1970: milliseconds)
    }

    /// The checkpoint as a line of JSON, which is readable by people and ``init(text:)``.
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
