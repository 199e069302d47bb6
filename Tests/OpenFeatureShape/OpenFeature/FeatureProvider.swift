// The declarations of the OpenFeature SDK for Swift, 0.7.0, that `TollgateOpenFeature` uses.
//
// They belong to no target: `ProviderTests` compiles them as a module `OpenFeature`, compiles the
// shipped provider against it, and runs it. They are written anew after the SDK's public interface,
// so that a wrong name, a wrong type or a missing requirement is found on Linux. `track`, hooks and
// loggers have no more here than their place.

public import Combine
import Foundation

public protocol FeatureProvider: EventPublisher {
  var hooks: [any Hook] { get }
  var metadata: ProviderMetadata { get }
  var status: ProviderStatus { get }

  func initialize(initialContext: EvaluationContext?) -> Future<Void, Never>
  func onContextSet(
    oldContext: EvaluationContext?, newContext: EvaluationContext
  ) -> Future<Void, Never>

  func getBooleanEvaluation(
    key: String, defaultValue: Bool, context: EvaluationContext?
  ) throws -> ProviderEvaluation<Bool>
  func getStringEvaluation(
    key: String, defaultValue: String, context: EvaluationContext?
  ) throws -> ProviderEvaluation<String>
  func getIntegerEvaluation(
    key: String, defaultValue: Int64, context: EvaluationContext?
  ) throws -> ProviderEvaluation<Int64>
  func getDoubleEvaluation(
    key: String, defaultValue: Double, context: EvaluationContext?
  ) throws -> ProviderEvaluation<Double>
  func getObjectEvaluation(
    key: String, defaultValue: Value, context: EvaluationContext?
  ) throws -> ProviderEvaluation<Value>

  func getBooleanEvaluation(
    key: String, defaultValue: Bool, context: EvaluationContext?, logger: (any OpenFeatureLogger)?
  ) throws -> ProviderEvaluation<Bool>
}

extension FeatureProvider {
  public func getBooleanEvaluation(
    key: String, defaultValue: Bool, context: EvaluationContext?, logger: (any OpenFeatureLogger)?
  ) throws -> ProviderEvaluation<Bool> {
    try getBooleanEvaluation(key: key, defaultValue: defaultValue, context: context)
  }
}

public protocol EventPublisher {
  func observe() -> AnyPublisher<ProviderEvent, Never>
}

public protocol Hook {}

public protocol OpenFeatureLogger {
  func debug(_ message: @autoclosure () -> String)
}

public protocol ProviderMetadata {
  var name: String? { get }
}

public enum ProviderStatus: String, CaseIterable {
  case notReady = "PROVIDER_NOT_READY"
  case ready = "PROVIDER_READY"
  case error = "PROVIDER_ERROR"
  case stale = "PROVIDER_STALE"
  case fatal = "PROVIDER_FATAL"
  case reconciling = "PROVIDER_RECONCILING"
}

public enum ProviderEvent: Equatable {
  case ready(ProviderEventDetails? = nil)
  case error(ProviderEventDetails? = nil)
  case configurationChanged(ProviderEventDetails? = nil)
  case stale(ProviderEventDetails? = nil)
  case reconciling(ProviderEventDetails? = nil)
  case contextChanged(ProviderEventDetails? = nil)
}

public struct ProviderEventDetails: Equatable {
  public let flagsChanged: [String]?
  public let message: String?
  public let errorCode: ErrorCode?

  public init(
    flagsChanged: [String]? = nil, message: String? = nil, errorCode: ErrorCode? = nil
  ) {
    self.flagsChanged = flagsChanged
    self.message = message
    self.errorCode = errorCode
  }
}

public enum ErrorCode: Int {
  case providerNotReady, flagNotFound, parseError, typeMismatch, targetingKeyMissing
  case invalidContext, general, providerFatal
}

public struct ProviderEvaluation<T> {
  public var value: T
  public var flagMetadata: [String: MetadataValue]
  public var variant: String?
  public var reason: String?
  public var errorCode: ErrorCode?
  public var errorMessage: String?

  public init(
    value: T, flagMetadata: [String: MetadataValue] = [:], variant: String? = nil,
    reason: String? = nil, errorCode: ErrorCode? = nil, errorMessage: String? = nil
  ) {
    self.value = value
    self.flagMetadata = flagMetadata
    self.variant = variant
    self.reason = reason
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }
}
