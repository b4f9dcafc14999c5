import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote
@testable import ToggleBase

/// The conversion of whole numbers if `Int` has 32 bits, as on some watches.
struct NarrowIntegerTests {
    @Test func documentNumbersBeyondRangeAreUnusable() {
        #expect(JSONValue.exactInteger(3_000_000_000, as: Int32.self) == nil)
        #expect(JSONValue.exactInteger(-3_000_000_000, as: Int32.self) == nil)
        #expect(JSONValue.exactInteger(2_147_483_647, as: Int32.self) == 2_147_483_647)
        #expect(JSONValue.exactInteger(-2_147_483_648, as: Int32.self) == .min)
        #expect(JSONValue.exactInteger(1.5, as: Int32.self) == nil)
        #expect(JSONValue.exactInteger(.infinity, as: Int32.self) == nil)
        #expect(JSONValue.exactInteger(.nan, as: Int32.self) == nil)
        #expect(JSONValue.exactInteger(3_000_000_000, as: Int64.self) == 3_000_000_000)
        #expect(JSONValue.exactInteger(9_007_199_254_740_992, as: Int64.self) == nil)
    }

    @Test func encodedNumbersBeyondRangeStayExact() {
        #expect(JSONValue(exactly: 3_000_000_000 as Int64, asInteger: Int32.self) == .number(3_000_000_000))
        #expect(
            JSONValue(exactly: -9_007_199_254_740_991 as Int64, asInteger: Int32.self)
                == .number(-9_007_199_254_740_991)
        )
        #expect(JSONValue(exactly: 9_007_199_254_740_992 as Int64, asInteger: Int32.self) == nil)
        #expect(JSONValue(exactly: UInt64.max, asInteger: Int64.self) == nil)
        #expect(JSONValue(exactly: 7 as UInt8, asInteger: Int32.self) == .integer(7))
        #expect(JSONValue(exactly: Int64.max, asInteger: Int64.self) == .integer(.max))
    }

    @Test func widerTypesDecodeNumbersBeyondRange() throws {
        #expect(try JSONValueDecoder.decode(Int64.self, from: .number(3_000_000_000)) == 3_000_000_000)
        #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Int32.self, from: .number(3_000_000_000)) }
    }

    /// A record in which times don't fit a 32-bit `Int`, and were therefore written with a zero fraction.
    @Test func cachedTimesBeyond2038AreRead() throws {
        let text = """
            {
              "version": 1, "fetchedAt": 4102444800.0, "staleSince": 4102444801.0,
              "backOff": { "failures": 2, "since": 4102444802.0, "until": 4102444803.0, "retryAfter": 4102444804.0 }
            }
            """
        let record = try CacheRecord(Array(text.utf8))
        #expect(record.fetchedAt == 4_102_444_800)
        #expect(record.staleSince == 4_102_444_801)
        #expect(record.backOff?.since == 4_102_444_802)
        #expect(record.backOff?.until == 4_102_444_803)
        #expect(record.backOff?.retryAfter == 4_102_444_804)
        #expect(try CacheRecord(record.bytes(source: "s")).fetchedAt == 4_102_444_800)
    }

    @Test func largestIntegersOfDocumentsAreChecked() throws {
        let toggle = try #require(TestToggles.registry.toggles.first { $0.type == .int })
        #expect(try toggle.usable(ofDocument: .integer(7)) == .integer(7))
        #expect(throws: EvaluationError.self) { try toggle.usable(ofDocument: .number(9_007_199_254_740_992)) }
        #expect(JSONValue.largestExactInteger == 9_007_199_254_740_991)
    }
}
