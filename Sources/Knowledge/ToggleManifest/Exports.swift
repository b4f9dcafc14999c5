@_exported public import struct ToggleBase.CalendarDate
@_exported public import struct ToggleBase.JSONObject
// The values and categories of toggles are part of this module's interface, as they are of FeatureToggles'.
@_exported public import enum ToggleBase.JSONValue
@_exported public import enum ToggleBase.ToggleCategory
@_exported public import struct ToggleBase.ToggleDetails
@_exported public import enum ToggleBase.ToggleType
