import Configuration

let settings = InMemoryProvider(values: [:])
