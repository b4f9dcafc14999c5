/// Documents of many flags with realistic rules.
enum ManyRules {
    /// A document of so many flags, with 200 bytes each in the middle.
    static func document(_ count: Int) -> [UInt8] {
        let flags = (0..<count).map { number in
            #""flag_\#(number)":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","#
                + #""targeting":{"if":[\#(rule(number)),"on","off"]}}"#
        }
        return Array("{\"flags\":{\(flags.joined(separator: ",\n"))}}".utf8)
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
