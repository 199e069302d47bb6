public import Combine
public import Foundation

public enum Value: Equatable, Codable {
  case boolean(Bool)
  case string(String)
  case integer(Int64)
  case double(Double)
  case date(Date)
  case list([Value])
  case structure([String: Value])
  case null
}

public enum MetadataValue: Equatable, Codable {
  case boolean(Bool)
  case string(String)
  case integer(Int64)
  case double(Double)
}

public protocol Structure {
  func keySet() -> Set<String>
  func getValue(key: String) -> Value?
  func asMap() -> [String: Value]
}

public protocol EvaluationContext: Structure {
  func getTargetingKey() -> String
  func deepCopy() -> EvaluationContext
}

public final class ImmutableStructure {
  let attributes: [String: Value]

  public init(attributes: [String: Value] = [:]) { self.attributes = attributes }
}

public struct ImmutableContext: EvaluationContext {
  private let targetingKey: String
  private let attributes: [String: Value]

  public init(
    targetingKey: String = "", structure: ImmutableStructure = ImmutableStructure()
  ) {
    self.targetingKey = targetingKey
    attributes = structure.attributes
  }

  public func getTargetingKey() -> String { targetingKey }
  public func deepCopy() -> EvaluationContext { self }
  public func keySet() -> Set<String> { Set(attributes.keys) }
  public func getValue(key: String) -> Value? { attributes[key] }
  public func asMap() -> [String: Value] { attributes }
}

/// Keeps the status that the events say, and tells it to who comes later, as the SDK's does.
public final class ProviderStatusTracker: EventPublisher, @unchecked Sendable {
  private let lock = NSLock()
  private var present: ProviderStatus = .notReady
  private var observers: [Int: (ProviderEvent) -> Void] = [:]
  private var next = 0

  public init() {}

  public var status: ProviderStatus { lock.withLock { present } }

  public func send(_ event: ProviderEvent) {
    let told = lock.withLock {
      switch event {
      case .ready, .contextChanged: present = .ready
      case .error(let details): present = details?.errorCode == .providerFatal ? .fatal : .error
      case .stale: present = .stale
      case .reconciling: present = .reconciling
      case .configurationChanged: break
      }
      return observers
    }
    for observer in told.values { observer(event) }
  }

  public func observe() -> AnyPublisher<ProviderEvent, Never> {
    AnyPublisher { receive in
      let id = self.lock.withLock {
        self.next += 1
        self.observers[self.next] = receive
        return self.next
      }
      switch self.status {
      case .ready: receive(.ready(nil))
      case .stale: receive(.stale(nil))
      default: break
      }
      return AnyCancellable { _ = self.lock.withLock { self.observers.removeValue(forKey: id) } }
    }
  }
}
