// The generator of reproducible random numbers, SeededRandom.
@_exported public import MigrationTesting
