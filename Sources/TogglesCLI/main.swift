print("toggles")
