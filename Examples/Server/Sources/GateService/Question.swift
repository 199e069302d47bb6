import Foundation
import Hummingbird

/// What a `GET` asks: `/users/ada/can/bills?adding=2&timeZone=Asia/Shanghai`.
struct Question {
  let user: String
  let target: String
  /// How much more of a meter, in its unit.
  let adding: Int64
  let timeZone: TimeZone
  /// The thing at hand for a meter that is `counted per` one.
  let thing: String?
  let locale: String

  init(_ request: Request, _ context: BasicRequestContext) throws {
    user = try context.user
    target = try context.target
    let query = request.uri.queryParameters
    let adding = query["adding"].map(String.init) ?? "1"
    guard let number = Int64(adding), number >= 0 else {
      throw BadRequest("adding: expected a whole number, 0 or more, found \(adding.json)")
    }
    self.adding = number
    timeZone = try TimeZone(named: query["timeZone"].map(String.init))
    thing = query["thing"].map(String.init)
    locale = query["locale"].map(String.init) ?? "en"
  }
}

/// What a `POST` uses: `{"id": "export-7", "amount": 1}`; every key may be missing.
struct Use: Decodable {
  /// Makes the use repeatable: the same id gives the same answer and counts once.
  var id: String?
  /// How much of the meter, in its unit; 1 unless given.
  var amount: Int64?
  var timeZone: String?
  /// The thing at hand for a meter that is `counted per` one.
  var thing: String?

  init(json data: Data) throws {
    do {
      self = data.isEmpty ? Use() : try JSONDecoder().decode(Use.self, from: data)
    } catch let error as DecodingError {
      throw BadRequest(error.words)
    }
  }

  private init() {}

  /// The zone whose midnight begins a day.
  var zone: TimeZone { get throws { try TimeZone(named: timeZone) } }
}

extension TimeZone {
  /// A zone by its name; UTC without one.
  fileprivate init(named name: String?) throws {
    guard let zone = TimeZone(identifier: name ?? "UTC") else {
      throw BadRequest("timeZone: there is no time zone \((name ?? "").json)")
    }
    self = zone
  }
}

extension DecodingError {
  /// The place and what is wrong there.
  fileprivate var words: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map { $0.stringValue }.joined(separator: ".")
      return path.isEmpty ? DecodingError.wanted : "\(path): not of its type"
    @unknown default: return DecodingError.wanted
    }
  }

  private static let wanted =
    #"the body is not the JSON of a use, such as {"id": "export-7", "amount": 1}"#
}
