extension MigrationStage: ToggleVariant {}
