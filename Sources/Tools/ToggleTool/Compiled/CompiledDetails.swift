import FeatureToggles

/// Reads the details of compiled toggles on demand.
///
/// Invalid details are left out, because the file is damaged in that case.
final class CompiledDetails: ToggleDetailsSource {
    /// The details of every toggle that are needed at the start.
    private struct Life {
        var fields: CompiledFields
        var expires: UInt32
    }

    private let section: CompiledSection
    private let texts: CompiledTexts
    /// The range of the toggles' records.
    private let records: Range<Int>
    private let lives: [Life]

    /// - Parameters:
    ///   - section: The compiled manifest.
    ///   - buffer: All of its bytes.
    ///   - texts: The table of texts.
    ///   - records: The range of the toggles' records.
    init(_ section: CompiledSection, _ buffer: UnsafeRawBufferPointer, texts: CompiledTexts, records: Range<Int>) {
        self.section = section
        self.texts = texts
        self.records = records
        lives = (0..<records.count / CompiledRecord.size).map { index in
            let place = records.lowerBound + index * CompiledRecord.size
            return Life(
                fields: CompiledFields(rawValue: buffer[place + CompiledRecord.fields]),
                expires: UInt32(
                    littleEndian: buffer.loadUnaligned(fromByteOffset: place + CompiledRecord.expires, as: UInt32.self)
                )
            )
        }
    }

    func details(at index: Int) -> ToggleDetails? {
        guard lives.indices.contains(index) else { return nil }
        let place = records.lowerBound + index * CompiledRecord.size
        guard let record = section.bytes(place..<place + CompiledRecord.size) else { return nil }
        let fields = CompiledFields(rawValue: record[CompiledRecord.fields])
        func number(_ offset: Int) -> UInt32 {
            record.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        }
        func text(_ offset: Int) -> String? { texts.text(number(offset), in: section) }
        guard fields.contains(.details), let description = text(CompiledRecord.description),
            let owner = text(CompiledRecord.owner)
        else { return nil }
        return ToggleDetails(
            description: description,
            owner: owner,
            created: Self.date(number(CompiledRecord.created)),
            expires: Self.date(number(CompiledRecord.expires)),
            isPermanent: fields.contains(.permanent),
            issue: fields.contains(.issue) ? text(CompiledRecord.issue) : nil
        )
    }

    func lifetime(at index: Int) -> ToggleLifetime? {
        guard lives.indices.contains(index), lives[index].fields.contains(.details) else { return nil }
        return ToggleLifetime(
            hasOwner: lives[index].fields.contains(.owner),
            expires: Self.date(lives[index].expires)
        )
    }

    private static func date(_ number: UInt32) -> CalendarDate? {
        number == 0
            ? nil : CalendarDate(year: Int(number >> 16), month: Int(number >> 8 & 0xFF), day: Int(number & 0xFF))
    }
}
