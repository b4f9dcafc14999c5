// Sources of FeatureTogglesTesting.
