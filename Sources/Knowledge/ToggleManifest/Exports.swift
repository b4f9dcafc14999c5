// The values and categories of toggles are part of this module's interface, as they are of FeatureToggles'.
@_exported public import ToggleBase
