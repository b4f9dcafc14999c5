// All declarations of DurableFiles have package access, so apps don't see any of them.
@_exported public import DurableFiles
// JSON values are part of this module's API, so importing this module is enough to use them.
@_exported public import JSONText
// Categories, types, and dates of toggles, which the key generator needs without this module.
@_exported public import ToggleVocabulary
