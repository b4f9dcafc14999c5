/// Documents of many flags with realistic rules.
enum ManyRules {
    /// Returns a document of flags with an average of 200 bytes each.
    ///
    /// - Parameters:
    ///   - count: The number of flags.
    ///   - more: Additional members of `flags`, as JSON text.
    /// - Returns: The document as JSON text.
    static func document(_ count: Int, and more: String? = nil) -> [UInt8] {
        let flags = (0..<count).map { number in
            #""flag_\#(number)":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","#
                + #""targeting":{"if":[\#(rule(number)),"on","off"]}}"#
        }
        return Array("{\"flags\":{\((flags + (more.map { [$0] } ?? [])).joined(separator: ",\n"))}}".utf8)
    }

    /// Writes cases for such a document, as `toggles evaluate` reads them.
    ///
    /// The cases are always the same.
    static func writeCases(_ count: Int, flags: Int, _ write: ([UInt8]) -> Void) {
        let countries = ["DE", "AT", "US", "FR", "JP", "BR"]
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var text: [UInt8] = []
        for _ in 0..<count {
            let key = "\(10_000_000 + random(89_999_999))-f81a-4478-a6d3-\(100_000 + random(899_999))d51199"
            text += Array(
                #"{"flag":"flag_\#(random(flags))","type":"Boolean","default":false,"targetingKey":"\#(key)","context":"#
                    .utf8
            )
            text += Array(
                #"{"country":"\#(countries[random(6)])","age":\#(random(100)),"version":"2.\#(random(100)).\#(random(10))","#
                    .utf8
            )
            text += Array(#""tier":"gold","locale":"de_DE"}}"#.utf8)
            text.append(UInt8(ascii: "\n"))
            if text.count > 1 << 20 {
                write(text)
                text.removeAll(keepingCapacity: true)
            }
        }
        write(text)
    }

    private static func rule(_ number: Int) -> String {
        switch number % 4 {
        case 0: #"{"and":[{"==":[{"var":"country"},"DE"]},{">=":[{"var":"age"},\#(number % 90)]}]}"#
        case 1: #"{"fractional":[{"var":"targetingKey"},["on",\#(number % 100)],["off",\#(100 - number % 100)]]}"#
        case 2: #"{"sem_ver":[{"var":"version"},">=","2.\#(number).0"]}"#
        default: #"{"in":[{"var":"country"},["DE","AT","CH","FR","NL","BE","LU","PL","CZ","DK"]]}"#
        }
    }
}
