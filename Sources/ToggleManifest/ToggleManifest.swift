// Sources of ToggleManifest.
