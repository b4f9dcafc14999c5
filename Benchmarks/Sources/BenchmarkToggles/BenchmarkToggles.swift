// This module contains only generated keys.
