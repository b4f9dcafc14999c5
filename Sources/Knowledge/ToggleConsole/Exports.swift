// The history of overrides and the presets, which apps can use without the console. Users of this module need them
// together with it.
@_exported public import FeatureTogglesOverrides
