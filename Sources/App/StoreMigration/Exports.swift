// Two stores often have two models, so importing this module is enough to use them as one.
@_exported public import TwoSources
