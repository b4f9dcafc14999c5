// Sources of ToggleGenerator.
