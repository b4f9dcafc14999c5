// Two stores often have two models, so importing this module is enough to use them as one.

@_exported public import protocol TwoSources.DualModel
@_exported public import enum TwoSources.DualSource
@_exported public import protocol TwoSources.DualSourceOfTwo
@_exported public import protocol TwoSources.SharedSource
@_exported public import enum TwoSources.TripleSource
@_exported public import protocol TwoSources.TripleSourceOfThree
@_exported public import protocol TwoSources.WritableSharedSource
