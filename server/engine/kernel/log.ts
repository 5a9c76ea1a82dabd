import { type LoggerOptions, pino } from 'pino'
import type { ErrorFacts, ErrorReports } from './error-report.ts'
import { sourceStack } from './source-stack.ts'

export type Log = ReturnType<typeof createLog>

const ERROR_LEVEL = 50

function reportError(reports: ErrorReports | undefined, [about, what]: readonly unknown[]) {
  const { err, site, request_id, job, platform, browser, breadcrumbs } = (about ?? {}) as ErrorFacts & { err?: unknown }
  if (err instanceof Error)
    reports?.report(err, { what: String(what ?? ''), site, request_id, job, platform, browser, breadcrumbs })
}

function serializeError(error: Error) {
  const fields = pino.stdSerializers.err(error)
  return fields && typeof fields.stack === 'string' ? { ...fields, stack: sourceStack(fields.stack) } : fields
}

/**
 * Writes structured log lines to standard output, without personal data and secrets: drops the listed paths even from
 * whole objects.
 * @param options.reports receives each logged error.
 */
export function createLog(options: { level: string; name?: string; reports?: ErrorReports }) {
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
    serializers: { err: serializeError },
    hooks: {
      logMethod(args, method, level) {
        if (level >= ERROR_LEVEL) reportError(options.reports, args)
        method.apply(this, args)
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  // Buffered for up to a tenth of a second and flushed at exit: single writes take a twentieth of a request.
  return pino(settings, pino.destination({ dest: 1, minLength: 4096, periodicFlush: 100 }))
}
