// What every file that prints uses.
@_exported public import struct ToggleManifest.TerminalText
