// The doubles are part of FeatureToggles, so that previews don't have to link this module. Tests get them from either.
@_exported public import FeatureToggles
