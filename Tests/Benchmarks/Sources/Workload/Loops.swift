/// Goes through a stream and stores every answer: the same loop around all that is measured.
@inlinable @inline(__always)
public func storeAll<Key, Value>(
  _ requests: [Request<Key>], in sink: Sink<Value>, _ decide: (Key, Int) -> Value
) {
  var index = 0
  for request in requests {
    sink.store(decide(request.key, request.user), at: index)
    index &+= 1
  }
}
