import ToggleBase

/// Replaces contents in a text.
extension JSONStoreText {
    /// The change of the settings object.
    private enum Fate {
        case unchanged, changed, added
    }

    /// Returns the text with other contents, in which unchanged parts stay byte for byte.
    ///
    /// Settings with new keys keep the text of their values. The settings of this text are released.
    ///
    /// - Parameters:
    ///   - new: The new contents.
    ///   - maximumSize: The maximum size of the text.
    /// - Returns: The new text; `nil` if parsing it wouldn't return the new contents.
    /// - Throws: An error if the text would be too large.
    mutating func replacing(_ new: consuming StoreContents, maximumSize: Int) throws(DataMigrationError) -> [UInt8]? {
        let newRecord = new.record
        let fate: Fate
        let rewriting: SettingsRewriting
        do {
            let table = new.settings.table(over: settings)
            fate = table == settings ? .unchanged : document.root[member] == nil ? .added : .changed
            rewriting = SettingsRewriting(from: settings, to: table, isUnchanged: fate == .unchanged)
        }
        // The tables of a large file take half as much memory as the file and are no longer needed.
        (new.settings, settings) = (Settings([:]), .empty)
        var changes: [(name: String, value: [UInt8]?)] = []
        if newRecord != record {
            let text = JSONWriter(.oneLine).bytes(newRecord.stored.json)
            changes.append((Self.recordName, newRecord.isEmpty ? nil : text))
        }
        // A byte that JSON can't contain marks the place of the settings, so their text is written once and never copied.
        let hole: UInt8 = 0
        if fate == .added || document.root[member] != nil { changes.append((member, [hole])) }
        if case .integer(let revision)? = object[Self.revisionName], revision >= 0,
            fate != .unchanged || newRecord != record
        {
            let next = revision < Self.maximumRevision ? revision + 1 : 1
            changes.append((Self.revisionName, JSONWriter().bytes(.integer(next))))
        }
        let editor = JSONEditor(document.bytes)
        let frame = editor.edits(setting: changes, in: document.root).applied(to: document.bytes)
        let place = frame.firstIndex(of: hole)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rewriting.new.minimumFileSize() + frame.count + 4_096)
        bytes += frame[..<(place ?? frame.endIndex)]
        if let place {
            let space = [UInt8(ascii: " ")]
            let gaps = document.root[member].map { editor.gaps(named: $0.nameRange) } ?? (space, space)
            rewriting.write(to: &bytes, whenEmpty: gaps)
            bytes += frame[(place + 1)...]
        }
        guard bytes.count <= maximumSize else { throw Self.tooLarge(bytes.count, maximumSize, path) }
        // Verified by parsing, so that the file never contains anything else.
        let check = SettingsCheck(rewriting, in: bytes)
        guard let text = try? JSONStoreText(bytes, member: member, path: path, into: check),
            text.record == newRecord, check.isPassed
        else { return nil }
        return bytes
    }

    /// The error for settings that are too large for a file.
    static func tooLarge(_ size: Int, _ maximumSize: Int, _ path: String) -> DataMigrationError {
        DataMigrationError(
            .unwritable,
            """
            \(path) would have at least \(size) bytes, but the maximum size is \(maximumSize); delete settings \
            first, or move large values to separate files.
            """
        )
    }

    /// The text of a value in a file.
    static func text(of value: StoredValue) -> [UInt8] {
        LongIntegers.unmarked(JSONWriter(.oneLine).bytes(value.json))
    }
}
