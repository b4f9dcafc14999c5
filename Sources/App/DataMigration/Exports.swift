// The version of an app is part of this module's API, so importing this module is enough to use it.
@_exported public import struct ToggleBase.AppVersion
