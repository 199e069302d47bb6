// What `TollgateProvider` uses of Apple's Combine, which Linux does not have. It works: what is sent
// arrives, in order, on the thread that sends.

import Foundation

public final class Future<Output, Failure: Error> {
  public typealias Promise = (Result<Output, Failure>) -> Void

  private var result: Result<Output, Failure>?

  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.result = $0 }
  }

  /// The result, for the run of these tests; nil while it is not there.
  public var fulfilled: Result<Output, Failure>? { result }
}

public struct AnyPublisher<Output, Failure: Error> {
  private let subscribe: (@escaping (Output) -> Void) -> AnyCancellable

  public init(_ subscribe: @escaping (@escaping (Output) -> Void) -> AnyCancellable) {
    self.subscribe = subscribe
  }
}

extension AnyPublisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    subscribe(receiveValue)
  }
}

public final class AnyCancellable {
  private let onCancel: () -> Void

  public init(_ cancel: @escaping () -> Void) { onCancel = cancel }

  deinit { onCancel() }
}
