// Copy this file into the target of your app that has the products `OpenFeature` and
// `TollgateOpenFeature`. It uses what is public alone. It is in no target of this package, because
// the SDK asks for newer systems, and a package cannot import a module that does.

#if canImport(OpenFeature) && canImport(Combine)
  public import Combine
  public import OpenFeature
  public import TollgateKit
  import TollgateOpenFeature

  /// A provider for the OpenFeature SDK: the flags are the targets of a policy.
  ///
  /// ```swift
  /// await OpenFeatureAPI.shared.setProviderAndWait(provider: TollgateProvider(gate.store))
  /// OpenFeatureAPI.shared.getClient().getBooleanValue(key: "csv-export", defaultValue: false)
  /// ```
  ///
  /// `FlagSource` says what a flag of each type is, and `FlagContext` what a context means. An
  /// error has a code and a message, and the default counts.
  ///
  /// It emits `ready` or a fatal `error` when it is registered, then `configurationChanged` with the
  /// flags whose answer changed, `stale` when purchase data has become too old, and `ready` when it
  /// is fresh again.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public final class TollgateProvider: FeatureProvider, Sendable {
    private let source: FlagSource
    private let tracker = ProviderStatusTracker()

    /// A provider of a store; `gate.store` is that of a gate.
    ///
    /// - Parameter store: Worked out when the provider is registered. If it throws, as for a policy
    ///   that does not compile, the provider is fatal, with the error as its message.
    public init(_ store: @autoclosure @escaping @Sendable () throws -> PolicyStore) {
      source = FlagSource(try store())
    }

    deinit { source.close() }

    /// No hooks of its own: the observer of the store sees every decision.
    public var hooks: [any Hook] { [] }

    /// The name of the provider.
    public var metadata: any ProviderMetadata { Metadata() }

    /// The provider's current state.
    public var status: ProviderStatus {
      switch source.state {
      case .unopened, .closed: .notReady
      case .open, .failed: tracker.status
      }
    }

    /// The events: the present status, then each change.
    public func observe() -> AnyPublisher<ProviderEvent, Never> { tracker.observe() }

    /// Loads the policy.
    public func initialize(initialContext: (any EvaluationContext)?) -> Future<Void, Never> {
      source.use(FlagContext(initialContext))
      switch source.open() {
      case .failed(let reason):
        tracker.send(.error(ProviderEventDetails(message: reason, errorCode: .providerFatal)))
      case .open:
        tracker.send(.ready(nil))
        source.follow { [tracker] change in
          if !change.flags.isEmpty {
            let details = ProviderEventDetails(flagsChanged: change.flags)
            tracker.send(.configurationChanged(details))
          }
          if let isStale = change.isStale { tracker.send(isStale ? .stale(nil) : .ready(nil)) }
        }
      case .unopened, .closed: break
      }
      return Future { $0(.success(())) }
    }

    /// Takes another context: nothing is kept for the old one.
    public func onContextSet(
      oldContext: (any EvaluationContext)?, newContext: any EvaluationContext
    ) -> Future<Void, Never> {
      source.use(FlagContext(newContext))
      return Future { $0(.success(())) }
    }

    /// Stops answering; the store is left as it is.
    public func shutdown() -> Future<Void, Never> {
      source.close()
      return Future { $0(.success(())) }
    }

    private struct Metadata: ProviderMetadata {
      var name: String? { "Tollgate" }
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  extension TollgateProvider {
    /// Whether the user may use a feature or a group, or one more of a meter.
    public func getBooleanEvaluation(
      key: String, defaultValue: Bool, context: (any EvaluationContext)?
    ) throws -> ProviderEvaluation<Bool> {
      evaluation(defaultValue, { $0 }) { () throws(FlagError) in
        try source.boolean(key, in: FlagContext(context))
      }
    }

    /// The value of a setting as a policy writes it.
    public func getStringEvaluation(
      key: String, defaultValue: String, context: (any EvaluationContext)?
    ) throws -> ProviderEvaluation<String> {
      evaluation(defaultValue, { $0 }) { () throws(FlagError) in
        try source.string(key, in: FlagContext(context))
      }
    }

    /// The value of a setting, or what is left of a meter.
    public func getIntegerEvaluation(
      key: String, defaultValue: Int64, context: (any EvaluationContext)?
    ) throws -> ProviderEvaluation<Int64> {
      evaluation(defaultValue, { $0 }) { () throws(FlagError) in
        try source.integer(key, in: FlagContext(context))
      }
    }

    /// The same with a fraction.
    public func getDoubleEvaluation(
      key: String, defaultValue: Double, context: (any EvaluationContext)?
    ) throws -> ProviderEvaluation<Double> {
      evaluation(defaultValue, { $0 }) { () throws(FlagError) in
        try source.double(key, in: FlagContext(context))
      }
    }

    /// The whole decision, as a structure.
    public func getObjectEvaluation(
      key: String, defaultValue: Value, context: (any EvaluationContext)?
    ) throws -> ProviderEvaluation<Value> {
      evaluation(defaultValue, Value.init) { () throws(FlagError) in
        try source.object(key, in: FlagContext(context))
      }
    }

    private func evaluation<Found, Answer>(
      _ fallback: Answer, _ convert: (Found) -> Answer,
      _ resolve: () throws(FlagError) -> FlagResolution<Found>
    ) -> ProviderEvaluation<Answer> {
      do throws(FlagError) {
        let found = try resolve()
        return ProviderEvaluation(
          value: found.value.map(convert) ?? fallback,
          flagMetadata: found.metadata.mapValues { .string($0) }, variant: found.variant,
          reason: found.reason.rawValue)
      } catch {
        return ProviderEvaluation(
          value: fallback, reason: "ERROR", errorCode: error.code.errorCode,
          errorMessage: error.message)
      }
    }
  }

  extension FlagError.Code {
    /// The SDK's own.
    fileprivate var errorCode: ErrorCode {
      switch self {
      case .flagNotFound: .flagNotFound
      case .typeMismatch: .typeMismatch
      case .invalidContext: .invalidContext
      case .targetingKeyMissing: .targetingKeyMissing
      case .providerNotReady: .providerNotReady
      case .providerFatal: .providerFatal
      }
    }
  }

  extension FlagContext {
    /// The SDK's context; without one, nothing is known but what the store knows.
    fileprivate init(_ context: (any EvaluationContext)?) {
      self.init(
        targetingKey: context?.getTargetingKey() ?? "",
        attributes: context?.asMap().mapValues(FlagValue.init) ?? [:])
    }
  }

  extension FlagValue {
    fileprivate init(_ value: Value) {
      self =
        switch value {
        case .boolean(let isTrue): .boolean(isTrue)
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .date(let date): .date(Instant(date))
        case .list(let values): .list(values.map(FlagValue.init))
        case .structure(let values): .structure(values.mapValues(FlagValue.init))
        case .null: .null
        }
    }
  }

  extension Value {
    fileprivate init(_ value: FlagValue) {
      self =
        switch value {
        case .boolean(let isTrue): .boolean(isTrue)
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .date(let instant): .date(instant.date)
        case .list(let values): .list(values.map(Value.init))
        case .structure(let values): .structure(values.mapValues(Value.init))
        case .null: .null
        }
    }
  }
#endif
