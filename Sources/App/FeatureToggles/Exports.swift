// JSON values, dates, and versions are part of this module's API, so importing this module is enough to use them. All
// other declarations of ToggleBase have package access, so apps don't see them.
@_exported public import ToggleBase
