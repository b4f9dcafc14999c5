import ToggleManifest

var manifest: Manifest { fatalError() }

let text: [UInt8] = []

let oldText: [UInt8] = []

let newText: [UInt8] = []

let now: Int64 = 0
