import FeatureToggles

/// Reads the details of compiled toggles when they are wanted.
///
/// What does not fit is left out, as everything that is damaged.
final class CompiledDetails: ToggleDetailsSource {
    private let bytes: [UInt8]
    private let texts: CompiledTexts
    /// Where the records of the toggles are.
    private let records: Range<Int>

    init(_ bytes: [UInt8], texts: CompiledTexts, records: Range<Int>) {
        self.bytes = bytes
        self.texts = texts
        self.records = records
    }

    func details(at index: Int) -> ToggleDetails? {
        read(index) { buffer, record in
            let fields = CompiledFields(rawValue: record[CompiledRecord.fields])
            func text(_ offset: Int) -> String? { texts.text(Self.number(record, offset), in: buffer) }
            guard fields.contains(.details), let description = text(CompiledRecord.description),
                let owner = text(CompiledRecord.owner)
            else { return nil }
            return ToggleDetails(
                description: description,
                owner: owner,
                created: Self.date(Self.number(record, CompiledRecord.created)),
                expires: Self.date(Self.number(record, CompiledRecord.expires)),
                isPermanent: fields.contains(.permanent),
                issue: fields.contains(.issue) ? text(CompiledRecord.issue) : nil
            )
        }
    }

    func lifetime(at index: Int) -> ToggleLifetime? {
        read(index) { _, record in
            let fields = CompiledFields(rawValue: record[CompiledRecord.fields])
            guard fields.contains(.details) else { return nil }
            return ToggleLifetime(
                hasOwner: fields.contains(.owner),
                expires: Self.date(Self.number(record, CompiledRecord.expires))
            )
        }
    }

    @inline(__always)
    private func read<Result>(
        _ index: Int,
        _ body: (_ buffer: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) -> Result?
    ) -> Result? {
        guard index >= 0, index < records.count / CompiledRecord.size else { return nil }
        let place = records.lowerBound + index * CompiledRecord.size
        return bytes.withUnsafeBytes { buffer in
            body(buffer, UnsafeRawBufferPointer(rebasing: buffer[place..<place + CompiledRecord.size]))
        }
    }

    private static func number(_ record: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: record.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func date(_ number: UInt32) -> CalendarDate? {
        number == 0
            ? nil : CalendarDate(year: Int(number >> 16), month: Int(number >> 8 & 0xFF), day: Int(number & 0xFF))
    }
}
