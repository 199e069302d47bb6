#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import ServiceLifecycle
  import TollgateKit
  import TollgateUsage
  import UnixSignals

  extension DecisionServer {
    /// Listens on a port until the process gets SIGTERM or SIGINT; then it ends the streams, finishes
    /// what runs within ``ServerOptions/mostSecondsToEnd``, and returns.
    ///
    /// - Parameters:
    ///   - port: 0 for one that is free.
    ///   - isListening: Is called with the port once requests are answered.
    public func listen(
      host: String, port: Int, _ isListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
      // A terminal that closes ends no server.
      signal(SIGHUP, SIG_IGN)
      var logger = Logger(label: "tollgate") { _ in SwiftLogNoOpLogHandler() }
      logger.logLevel = .critical
      let application = Application(
        responder: Responder(server: self),
        server: .http1(
          configuration: HTTP1Channel.Configuration(
            idleTimeout: .seconds(Int64(options.mostSeconds) * 2),
            httpDecoderConfiguration: .init(
              maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 200))),
        configuration: ApplicationConfiguration(
          address: .hostname(host, port: port), backlog: 1024,
          availableConnectionsDelegate: .maximum(options.mostConnections, logger: logger)),
        onServerRunning: { channel in isListening(channel.localAddress?.port ?? port) },
        logger: logger)
      var group = ServiceGroupConfiguration(
        services: [application, BackgroundWork(server: self)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      group.maximumGracefulShutdownDuration = Duration.seconds(options.mostSecondsToEnd)
      try await ServiceGroup(configuration: group).run()
      await store.close()
    }
  }

  /// The work beside the requests. When the process is to end, it is told first, because the last one
  /// of a group is: it ends the streams, which the connections would wait for.
  private struct BackgroundWork: Service {
    let server: DecisionServer

    func run() async throws {
      await cancelWhenGracefulShutdown { await server.work() }
      server.end()
    }
  }

  /// The data of a request that a route does not see: its connection.
  private struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }

  /// Gives requests to the server, and its answers to the connection.
  private struct Responder: HTTPResponder {
    let server: DecisionServer

    func respond(to request: Request, context: ServerContext) async throws -> Response {
      let start = ContinuousClock.now
      var headers: [String: String] = [:]
      for field in request.headers { headers[field.name.canonicalName] = field.value }
      headers["host"] = request.head.authority
      var asked = ServerRequest(request.method.rawValue, request.uri.description)
      asked.headers = headers
      let answer = await self.answer(to: &asked, request, context)
      let shown = headers["x-request-id"].flatMap { $0.utf8.count <= 200 ? $0 : nil }
      let id = shown ?? "\(RequestID())"
      server.logAnswer(asked, answer, id: id, in: start.duration(to: .now))
      return response(answer, id: id, to: request)
    }

    /// The answer to a request, whose content is read only if it is for a page and from somebody who may
    /// ask for it.
    private func answer(
      to asked: inout ServerRequest, _ request: Request, _ context: ServerContext
    ) async -> ServerAnswer {
      let bytes = request.headers[.contentLength].flatMap { Int($0) }
      let problem: Problem
      do {
        let admission = try server.admit(asked, bytes: bytes)
        asked.body = try await body(of: request, upTo: admission.mostBytes, context)
        return await server.answer(asked, by: .success(admission))
      } catch let error as Problem {
        problem = error
      } catch is NIOTooManyBytesError {
        problem = Problem(.tooLong, "the content is longer than this page takes")
      } catch {
        problem = Problem(.unreadable, "the content was cut off")
      }
      var answer = await server.answer(asked, by: .failure(problem))
      // The rest of the content is not waited for.
      if bytes ?? 0 > 0 || request.headers[.transferEncoding] != nil {
        answer.headers["connection"] = "close"
        context.channel.eventLoop.scheduleTask(in: .seconds(1)) { [channel = context.channel] in
          channel.close(promise: nil)
        }
      }
      return answer
    }

    /// The content, which has to come within its time.
    private func body(
      of request: Request, upTo most: Int, _ context: ServerContext
    ) async throws -> [UInt8] {
      if request.headers[.contentLength] == nil, request.headers[.transferEncoding] == nil {
        return []
      }
      let end = context.channel.eventLoop.scheduleTask(
        in: .seconds(Int64(server.options.mostSeconds))
      ) { [channel = context.channel] in channel.close(promise: nil) }
      defer { end.cancel() }
      return Array(buffer: try await request.body.collect(upTo: most))
    }

    private func response(
      _ answer: ServerAnswer, id: String? = nil, to request: Request? = nil
    ) -> Response {
      var headers = HTTPFields()
      for (name, value) in answer.headers {
        if let name = HTTPField.Name(name) { headers[name] = value }
      }
      if let id, let name = HTTPField.Name("x-request-id") { headers[name] = id }
      let status = HTTPResponse.Status(code: answer.status)
      switch answer.body {
      case .bytes(let bytes):
        return Response(
          status: status, headers: headers,
          body: bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      case .stream(let pieces):
        return Response(
          status: status, headers: headers,
          body: ResponseBody { writer in
            // A reader who goes away ends the stream at once, and makes room for another.
            try await request?.body.consumeWithCancellationOnInboundClose { _ in
              for await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
            }
            try await writer.finish(nil)
          })
      }
    }
  }
#endif
