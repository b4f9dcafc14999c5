// The types of ToggleBase that apps spell. Importing this module is enough to use them; everything else in ToggleBase has
// package access, and files that use it import ToggleBase for themselves.

@_exported public import struct ToggleBase.AppVersion
@_exported public import struct ToggleBase.CalendarDate
@_exported public import struct ToggleBase.JSONLocation
@_exported public import struct ToggleBase.JSONObject
@_exported public import enum ToggleBase.JSONValue
@_exported public import enum ToggleBase.JSONValueDecoder
@_exported public import enum ToggleBase.JSONValueEncoder
@_exported public import enum ToggleBase.MigrationStage
@_exported public import enum ToggleBase.ToggleCategory
@_exported public import struct ToggleBase.ToggleDetails
@_exported public import enum ToggleBase.ToggleIdentifier
@_exported public import enum ToggleBase.ToggleType
