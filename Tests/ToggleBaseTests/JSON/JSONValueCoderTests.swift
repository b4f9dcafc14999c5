import Testing
import ToggleBase

@Suite struct JSONValueCoderTests {
    enum Ranking: String, Codable { case classic, neural }

    struct Limits: Codable, Equatable {
        var max: Int
        var ratio: Double
        var factor: Float
        var small: Int8
        var flag: Bool
        var name: String
        var note: String?
        var ranking: Ranking
        var list: [Int?]
        var table: [String: [Int]]
        var byNumber: [Int: String]
        var anything: JSONValue
    }

    private let limits = Limits(
        max: 3,
        ratio: 0.25,
        factor: 0.1,
        small: -128,
        flag: true,
        name: "n",
        note: nil,
        ranking: .neural,
        list: [1, nil],
        table: ["b": [1], "a": []],
        byNumber: [7: "seven"],
        anything: ["z": 1, "a": [.null, 1.0]]
    )
    private let json: JSONValue = [
        "max": 3, "ratio": 0.25, "factor": 0.1, "small": -128, "flag": true, "name": "n", "ranking": "neural",
        "list": [1, .null], "table": ["a": [], "b": [1]], "byNumber": ["7": "seven"],
        "anything": ["z": 1, "a": [.null, 1.0]],
    ]

    @Test func encodesAndDecodesStructure() throws {
        #expect(try JSONValueEncoder.encode(limits) == json)
        #expect(try JSONValueDecoder.decode(Limits.self, from: json) == limits)
        #expect(
            JSONWriter().text(try JSONValueEncoder.encode(limits.table)) == #"{"a":[],"b":[1]}"#,
            "a dictionary is sorted, so the text is always the same"
        )
    }

    @Test func encodesAndDecodesTopLevelScalars() throws {
        #expect(try JSONValueEncoder.encode(3) == 3)
        #expect(try JSONValueEncoder.encode(Int?.none) == .null)
        #expect(try JSONValueEncoder.encode(Ranking.classic) == "classic")
        #expect(try JSONValueDecoder.decode(Ranking.self, from: "classic") == .classic)
        #expect(try JSONValueDecoder.decode(Int?.self, from: .null) == nil)
        #expect(try JSONValueDecoder.decode(Int?.self, from: 3) == 3)
        #expect(try JSONValueDecoder.decode([String: Int].self, from: ["a": 1, "b": 2]) == ["a": 1, "b": 2])
    }

    struct Conversion: Sendable {
        let json: JSONValue
        let decode: @Sendable (JSONValue) throws -> any Equatable & Sendable
        let result: (any Equatable & Sendable)?

        init<Value: Decodable & Equatable & Sendable>(_ json: JSONValue, _ type: Value.Type, _ result: Value?) {
            self.json = json
            decode = { try JSONValueDecoder.decode(type, from: $0) }
            self.result = result
        }
    }

    @Test(arguments: [
        Conversion(10.0, Int.self, 10),
        Conversion(10.5, Int.self, nil),
        Conversion(9_007_199_254_740_992.0, Int.self, nil),
        Conversion(.integer(.max), Int64.self, .max),
        Conversion(128, Int8.self, nil),
        Conversion(-1, UInt.self, nil),
        Conversion(255, UInt8.self, 255),
        Conversion(65_536, UInt16.self, nil),
        Conversion(-2_147_483_649, Int32.self, nil),
        Conversion(4_294_967_295, UInt32.self, .max),
        Conversion(32_767, Int16.self, .max),
        Conversion(7, UInt64.self, 7),
        Conversion(1.8446744073709552e19, UInt64.self, nil),
        Conversion(3, Double.self, 3),
        Conversion(9_007_199_254_740_993, Double.self, nil),
        Conversion(16_777_217, Float.self, nil),
        Conversion(1e300, Float.self, nil),
        Conversion(0.1, Float.self, 0.1),
        Conversion(1, Bool.self, nil),
        Conversion("true", Bool.self, nil),
        Conversion("3", Int.self, nil),
        Conversion(true, Int.self, nil),
        Conversion(3, String.self, nil),
        Conversion(.null, String.self, nil),
        Conversion("other", Ranking.self, nil),
    ])
    func convertsNumbersWithoutLoss(conversion: Conversion) throws {
        func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
            left == right as? Value
        }
        if let result = conversion.result {
            #expect(isEqual(result, try conversion.decode(conversion.json)))
        } else {
            #expect(throws: DecodingError.self) { try conversion.decode(conversion.json) }
        }
    }

    @Test func errorsContainPathAndKind() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONValueDecoder.decode([String: [Limits]].self, from: ["x": [["max": "3"]]])
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["x", "Index 0", "max"])
        #expect(context.debugDescription == "Expected an integer, found a string.")

        let missing = try #require(throws: DecodingError.self) { try JSONValueDecoder.decode(Limits.self, from: [:]) }
        guard case .keyNotFound(let key, _) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(key.stringValue == "max")
    }

    /// States the path of each container and value that it decodes.
    private struct Paths: Decodable {
        var texts: [String] = []

        private enum Key: CodingKey { case list, last }

        init(from decoder: any Decoder) throws {
            func text(_ path: [any CodingKey]) -> String {
                path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
            }
            texts.append(text(decoder.codingPath))
            let object = try decoder.container(keyedBy: Key.self)
            texts.append(text(try object.superDecoder(forKey: .last).codingPath))
            var list = try object.nestedUnkeyedContainer(forKey: .list)
            texts.append(text(list.codingPath))
            _ = try list.decode(Int.self)
            let nested = try list.nestedContainer(keyedBy: Key.self)
            texts.append(text(nested.codingPath))
            texts.append(text(try nested.superDecoder().codingPath))
        }
    }

    @Test func decodersStateTheirPaths() throws {
        let json: JSONValue = ["list": [1, ["last": 2]], "last": 3]
        let paths = try JSONValueDecoder.decode([String: [Paths]].self, from: ["a": [json]])
        #expect(paths["a"]?[0].texts == ["a.0", "a.0.last", "a.0.list", "a.0.list.1", "a.0.list.1.super"])
    }

    @Test(arguments: [2, 16, 17, 300])
    func lastMemberWithANameIsDecoded(count: Int) throws {
        let members = (0..<count).map { JSONObject.Member(name: "m\($0)", value: .integer($0)) }
        let object = JSONObject(members + [JSONObject.Member(name: "m0", value: -1)])
        let decoded = try JSONValueDecoder.decode([String: Int].self, from: .object(object))
        #expect(decoded.count == count)
        #expect(decoded["m0"] == -1)
        #expect(decoded["m\(count - 1)"] == count - 1)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func rejectsNonFiniteNumbers(number: Double) {
        #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(["x": [number]]) }
        #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(Float(number)) }
    }

    @Test func rejectsIntegersBeyondInt() {
        #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(UInt64.max) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func converts128BitIntegers() throws {
        #expect(try JSONValueDecoder.decode(Int128.self, from: -7) == -7)
        #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(UInt128.self, from: -7) }
        #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(Int128.max) }
    }

    class Animal: Codable {
        var name: String
        init(name: String) { self.name = name }
    }

    final class Dog: Animal {
        var tricks: [String]

        init(name: String, tricks: [String]) {
            self.tricks = tricks
            super.init(name: name)
        }

        private enum CodingKeys: CodingKey { case tricks }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test func encodesAndDecodesSuperclasses() throws {
        let json = try JSONValueEncoder.encode(Dog(name: "Rex", tricks: ["sit"]))
        #expect(json == ["tricks": ["sit"], "super": ["name": "Rex"]])
        let dog = try JSONValueDecoder.decode(Dog.self, from: json)
        #expect(dog.name == "Rex")
        #expect(dog.tricks == ["sit"])
    }

    struct Nested: Codable, Equatable {
        var x: Int
        var y: [Int]

        private enum Outer: CodingKey { case box, list }
        private enum Inner: CodingKey { case x }

        init(x: Int, y: [Int]) {
            self.x = x
            self.y = y
        }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            x = try outer.nestedContainer(keyedBy: Inner.self, forKey: .box).decode(Int.self, forKey: .x)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            y = []
            while !list.isAtEnd {
                var element = try list.nestedUnkeyedContainer()
                y.append(try element.decode(Int.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .box)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            for number in y {
                var element = list.nestedUnkeyedContainer()
                try element.encode(number)
            }
            // After another container was created, because containers can be written to in any order.
            try inner.encode(x, forKey: .x)
        }
    }

    @Test func encodesAndDecodesNestedContainers() throws {
        let json = try JSONValueEncoder.encode(Nested(x: 1, y: [2, 3]))
        #expect(json == ["box": ["x": 1], "list": [[2], [3]]])
        #expect(try JSONValueDecoder.decode(Nested.self, from: json) == Nested(x: 1, y: [2, 3]))
    }

    @Test func decodesElementAgainAfterFailure() throws {
        struct Either: Decodable {
            var number: Int?
            var text: String

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                number = try? container.decode(Int.self)
                text = try container.decode(String.self)
                #expect(container.isAtEnd)
                #expect(throws: DecodingError.self) { try container.decode(String.self) }
            }
        }
        let either = try JSONValueDecoder.decode(Either.self, from: ["a"])
        #expect(either.number == nil)
        #expect(either.text == "a")
    }
}
