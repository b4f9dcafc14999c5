// JSON values, dates, and versions are part of this module's API, so importing this module is enough to use them. All
// other declarations of SystemBase have package access, so apps don't see them.
@_exported public import SystemBase
// Categories and types of toggles, which the key generator needs without this module.
@_exported public import ToggleVocabulary
