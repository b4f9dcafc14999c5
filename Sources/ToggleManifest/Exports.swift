// Values and kinds of toggles are part of this module's interface, as they are of FeatureToggles'.
@_exported public import JSONText
@_exported public import ToggleVocabulary
