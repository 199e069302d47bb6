/// As much of the SDK's entry as the guide uses: one provider, one context, one client.
public final class OpenFeatureAPI: @unchecked Sendable {
  public static let shared = OpenFeatureAPI()

  private var provider: (any FeatureProvider)?
  private var context: (any EvaluationContext)?

  public func setEvaluationContext(evaluationContext: EvaluationContext) {
    let old = context
    context = evaluationContext
    _ = provider?.onContextSet(oldContext: old, newContext: evaluationContext)
  }

  public func setProviderAndWait(provider: FeatureProvider) async {
    self.provider = provider
    _ = provider.initialize(initialContext: context)
  }

  public func getClient() -> Client { Client(api: self) }

  public struct Client {
    let api: OpenFeatureAPI

    public func getBooleanValue(key: String, defaultValue: Bool) -> Bool {
      let found = try? api.provider?.getBooleanEvaluation(
        key: key, defaultValue: defaultValue, context: api.context)
      return found?.value ?? defaultValue
    }

    public func getIntegerValue(key: String, defaultValue: Int64) -> Int64 {
      let found = try? api.provider?.getIntegerEvaluation(
        key: key, defaultValue: defaultValue, context: api.context)
      return found?.value ?? defaultValue
    }
  }
}
