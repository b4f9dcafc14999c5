import Testing

@testable import ToggleManifest

struct YAMLScalarTests {
    @Test(
        arguments: [
            ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("nULL", .string("nULL")),
            ("true", .bool(true)), ("TRUE", .bool(true)), ("False", .bool(false)), ("tRue", .string("tRue")),
            ("yes", .string("yes")), ("No", .string("No")), ("on", .string("on")), ("off", .string("off")),
            ("0", .integer(0)), ("-1", .integer(-1)), ("+12", .integer(12)), ("007", .integer(7)),
            ("0x1f", .integer(31)), ("0o17", .integer(15)), ("0o18", .string("0o18")), ("0x", .string("0x")),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .integer(nil)),
            ("0xFFFFFFFFFFFFFFFFFF", .integer(nil)), ("0x-1", .string("0x-1")), ("1_000", .string("1_000")),
            ("1.5", .number(1.5)), ("-.5", .number(-0.5)), ("1.", .number(1)), ("1e3", .number(1000)),
            ("1.e-2", .number(0.01)), ("1e", .string("1e")), (".", .string(".")), ("-", .string("-")),
            ("1e999", .number(.infinity)), (".inf", .number(.infinity)), ("-.INF", .number(-.infinity)),
            ("1.2.3", .string("1.2.3")), ("2026-11-01", .string("2026-11-01")), ("12:30", .string("12:30")),
            ("+.nan", .string("+.nan")), ("0b1", .string("0b1")), ("nan", .string("nan")), ("inf", .string("inf")),
        ] as [(String, YAMLScalar.Value)]
    )
    func plainScalarsAreResolved(_ text: String, expected: YAMLScalar.Value) {
        #expect(YAMLScalar(text).value == expected)
    }

    @Test(arguments: [YAMLScalar.Style.singleQuoted, .doubleQuoted, .literal, .folded])
    func quotedScalarsAreText(_ style: YAMLScalar.Style) {
        #expect(YAMLScalar("true", style: style).value == .string("true"))
        #expect(YAMLScalar("", style: style).value == .string(""))
    }
}
