import FeatureToggles
import ToggleBase

/// `fractional`: percentage rollouts and splits.
extension RuleEvaluator {
    /// The maximum sum of weights.
    static let maximumWeight: Int64 = 2_147_483_647

    /// Returns the variant of the user's bucket, or `null` if the buckets or the bucketing value are invalid.
    mutating func value(ofFractional node: RuleNode, at index: Int) -> FlatValue {
        guard node.count > 0 else { return .null }
        let first = program.nodes[Int(node.first)]
        // An array of rules is a bucket and not the bucketing value, so don't build it.
        let key = first.operation == .array ? nil : value(of: Int(node.first))
        let hash: UInt32?
        var buckets = Int(node.first)..<Int(node.first) + Int(node.count)
        switch (program.bucketing, key?.kind) {
        case (_, nil), (.v3, .array):
            hash = self.hash(ofUserAt: index)
        case (.v2, let kind) where kind != .string:
            hash = self.hash(ofUserAt: index)
        case (.v3, .null):
            hash = nil
        case (.v2, _):
            buckets.removeFirst()
            let bytes = key?.bytes ?? FlatValue.null.bytes
            hash = bytes.isEmpty || !pay(bytes.count >> 4) ? nil : Murmur3.hash(UnsafeRawBufferPointer(bytes))
        case (.v3, _):
            buckets.removeFirst()
            hash = self.hash(ofValue: key ?? .null)
        }
        var total: Int64 = 0
        var isUsable = true
        for bucket in buckets {
            guard let weight = weight(ofBucketAt: bucket, variant: nil) else {
                if remaining < 0 { return .null }
                isUsable = false
                continue
            }
            // Each weight is at most 2^62, and a sum beyond the limit stays beyond it.
            total = min(total &+ weight, 1 << 62)
        }
        guard isUsable, let hash, total > 0, total <= Self.maximumWeight else { return .null }
        let place = Int64(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: total)) >> 32)
        var end: Int64 = 0
        for bucket in buckets {
            var variant = FlatValue.null
            end &+= weight(ofBucketAt: bucket, variant: &variant) ?? 0
            if remaining < 0 { return .null }
            if place < end { return variant }
        }
        return .null
    }

    /// Returns the weight of a bucket, which is not negative, or `nil` if the bucket is invalid.
    ///
    /// The pointer receives the bucket's variant.
    @inline(__always)
    private mutating func weight(ofBucketAt index: Int, variant: UnsafeMutablePointer<FlatValue>?) -> Int64? {
        let node = program.nodes[index]
        if node.operation == .array {
            let name = argument(0, of: node)
            variant?.pointee = name
            return node.count < 1 || node.count > 2 ? nil : node.count == 1 ? 1 : Self.weight(argument(1, of: node))
        }
        let bucket = value(of: index)
        guard bucket.kind == .array, bucket.count == 1 || bucket.count == 2 else { return nil }
        variant?.pointee = bucket.elements[0]
        return bucket.count == 1 ? 1 : Self.weight(bucket.elements[1])
    }

    @inline(__always)
    private static func weight(_ value: FlatValue) -> Int64? {
        switch value.kind {
        case .integer: min(max(value.integer, 0), 1 << 62)
        // Other languages write whole numbers with a decimal point.
        case .number: Int64(exactly: value.number).map { min(max($0, 0), 1 << 62) }
        default: nil
        }
    }

    /// Returns the hash of the targeting key together with the flag's key, or `nil` without a targeting key.
    private mutating func hash(ofUserAt index: Int) -> UInt32? {
        var (key, flag) = (context.targetingKey, flagKey)
        if let scope {
            // Within an iteration, variables are looked up only in the element.
            guard scope.kind == .object else {
                _ = fail(.meaningless, at: index)
                return nil
            }
            guard pay(scope.members.count >> 2) else { return nil }
            key = scope[FlatString("targetingKey")] ?? .null
            flag =
                (scope[FlatString("$flagd")] ?? .null)[FlatString("flagKey")]
                ?? FlatValue(string: UnsafeBufferPointer(start: nil, count: 0))
        }
        guard key.kind == .string, key.count > 0, flag.kind == .string else { return nil }
        let (keyBytes, flagBytes) = (key.bytes, flag.bytes)
        guard pay((keyBytes.count &+ flagBytes.count) >> 4) else { return nil }
        let isCBOR = program.bucketing == .v3
        return withUnsafeTemporaryAllocation(byteCount: 11 + keyBytes.count + flagBytes.count, alignment: 8) { buffer in
            var end = 0
            if isCBOR {
                buffer[0] = 0x82
                end = 1 &+ CanonicalCBOR.writeHead(ofStringOf: flagBytes.count, to: buffer, at: 1)
            }
            Self.copy(flagBytes, to: buffer, at: end)
            end &+= flagBytes.count
            if isCBOR { end &+= CanonicalCBOR.writeHead(ofStringOf: keyBytes.count, to: buffer, at: end) }
            Self.copy(keyBytes, to: buffer, at: end)
            end &+= keyBytes.count
            return Murmur3.hash(UnsafeRawBufferPointer(rebasing: buffer[..<end]))
        }
    }

    /// Returns the hash of the canonical CBOR of a value, or `nil` if encoding takes too many steps.
    private mutating func hash(ofValue value: FlatValue) -> UInt32? {
        if value.kind == .string {
            let bytes = value.bytes
            guard pay(bytes.count >> 4) else { return nil }
            return withUnsafeTemporaryAllocation(byteCount: 5 + bytes.count, alignment: 8) { buffer in
                let head = CanonicalCBOR.writeHead(ofStringOf: bytes.count, to: buffer, at: 0)
                Self.copy(bytes, to: buffer, at: head)
                return Murmur3.hash(UnsafeRawBufferPointer(rebasing: buffer[..<(head &+ bytes.count)]))
            }
        }
        payForEncoding(value)
        guard failure == nil else { return nil }
        var encoder = CanonicalCBOR()
        encoder.append(value)
        return encoder.bytes.withUnsafeBytes { Murmur3.hash($0) }
    }

    private mutating func payForEncoding(_ value: FlatValue) {
        switch value.kind {
        case .string: pay(1 &+ Int(value.count >> 4))
        case .array:
            guard pay(2 &* value.elements.count) else { return }
            for element in value.elements where remaining >= 0 { payForEncoding(element) }
        case .object:
            // Names are sorted, and each is compared with the ones that follow it.
            let members = value.members
            guard pay(16 &* members.count &+ members.count &* members.count >> 3) else { return }
            for member in members {
                guard pay(member.name.count >> 2) else { return }
                payForEncoding(member.value)
            }
        default: pay(2)
        }
    }

    @inline(__always)
    private static func copy(
        _ bytes: UnsafeBufferPointer<UInt8>,
        to buffer: UnsafeMutableRawBufferPointer,
        at index: Int
    ) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[index...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
    }
}
