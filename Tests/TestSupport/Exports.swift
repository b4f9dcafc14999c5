// The generator of reproducible random numbers.
@_exported public import struct MigrationTesting.SeededRandom
