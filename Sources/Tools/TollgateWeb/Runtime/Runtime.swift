// The smaller module: what `Calls` exports, and nothing more.
import TollgateWebCalls

@main enum Runtime { static func main() {} }
