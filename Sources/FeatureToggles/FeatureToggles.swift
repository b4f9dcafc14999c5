// Sources of FeatureToggles.
