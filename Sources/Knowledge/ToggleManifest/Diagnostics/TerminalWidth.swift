extension Unicode.Scalar {
    /// The number of columns of the character in a terminal, accurate enough for tables and markers.
    package var terminalWidth: Int {
        switch value {
        case ..<0x300: 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            2
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: 0
            default: 1
            }
        }
    }
}

extension String {
    /// The number of columns of a printable text in a terminal, accurate enough for tables.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package var terminalWidth: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return unicodeScalars.reduce(0) { $0 + $1.terminalWidth }
    }
}
