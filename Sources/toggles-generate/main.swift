print("toggles-generate")
