import Foundation
import GateService
import Hummingbird

/// `server POLICY DATABASE [PORT]`: the service on this machine alone, at 127.0.0.1.
@main
struct Server {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard (2...3).contains(arguments.count), let policy = arguments.first,
      let port = arguments.count == 3 ? Int(arguments.last ?? "") : 8080, (1...65_535) ~= port
    else { end("usage: server POLICY DATABASE [PORT]", 64) }
    let service: GateService
    do {
      service = try GateService(
        policy: URL(fileURLWithPath: policy), database: Array(arguments)[1])
    } catch {
      end("\(error)", 2)
    }
    let application = Application(
      router: service.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }

  private static func end(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}
