import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { ErrorFacts, ErrorReports } from './error-report.ts'
import { scrub } from './scrub.ts'
import { sourceStack } from './source-stack.ts'

export type Log = ReturnType<typeof createLog>

const ERROR_LEVEL = 50

function reportError(reports: ErrorReports | undefined, [about, what]: readonly unknown[]) {
  const { err, site, request_id, job, platform, browser, breadcrumbs } = (about ?? {}) as ErrorFacts & { err?: unknown }
  if (err instanceof Error)
    reports?.report(err, { what: String(what ?? ''), site, request_id, job, platform, browser, breadcrumbs })
}

/** Facts that name code, schema and the other side, never a value. */
const FACTS = [
  ...['name', 'code', 'schema', 'table', 'column', 'constraint', 'routine', 'responseCode'],
  ...['syscall', 'port', 'path', 'status', 'statusCode'],
]
const FRAME = /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/

const scrubbed = (words: unknown) => (typeof words === 'string' ? scrub(words) : words)

/** The code locations as they are, and the messages between them scrubbed. */
const stackOf = (stack: string): string =>
  sourceStack(stack)
    .split('\n')
    .map((line) => (FRAME.test(line) ? line : scrub(line)))
    .join('\n')

/** Leaves out what quotes a row or an answer, such as PostgreSQL's `detail` and `where`, or the `response` of a server. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return scrub(String(error))
  const { type, message, stack, aggregateErrors: _, ...rest } = pino.stdSerializers.err(error)
  const facts = Object.fromEntries(FACTS.flatMap((fact) => (fact in rest ? [[fact, rest[fact]]] : [])))
  const { errors } = error as Partial<AggregateError>
  return {
    type,
    ...facts,
    message: scrub(message),
    stack: stackOf(stack ?? ''),
    ...(Array.isArray(errors) && { aggregateErrors: errors.map(serializeError) }),
  }
}

/**
 * Writes structured log lines to standard output, without personal data and secrets: drops the listed paths even from
 * whole objects, and scrubs what an error or a provider quotes.
 * @param options.reports receives each logged error.
 */
export function createLog(options: { level: string; name?: string; reports?: ErrorReports; to?: DestinationStream }) {
  const settings: LoggerOptions = {
    level: options.level,
    name: options.name ?? 'watchbill',
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'email',
        'phone',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.secret',
        '*.email',
        '*.phone',
        '*.authorization',
        '*.cookie',
        'req.headers',
        'res.headers',
      ],
      censor: '[redacted]',
    },
    base: {},
    serializers: { err: serializeError, reason: scrubbed },
    hooks: {
      logMethod(args, method, level) {
        if (level >= ERROR_LEVEL) reportError(options.reports, args)
        method.apply(this, args)
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  // Buffered for up to a tenth of a second and flushed at exit: single writes take a twentieth of a request.
  return pino(settings, options.to ?? pino.destination({ dest: 1, minLength: 4096, periodicFlush: 100 }))
}
