let text = ""

let bytes: [UInt8] = []
