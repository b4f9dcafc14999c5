// Everything in it is for this package alone, so apps see nothing of it.
@_exported public import DurableFiles
// JSON values are part of this module's interface, and were part of the module before data migration needed them, too:
// whoever imports this module has them.
@_exported public import JSONText
// Categories, types and dates of toggles, which the generator of keys needs without this module.
@_exported public import ToggleVocabulary
