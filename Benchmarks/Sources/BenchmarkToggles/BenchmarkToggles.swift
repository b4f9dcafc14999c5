// The generated keys are all that this module has.
