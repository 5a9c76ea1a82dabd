import { type LoggerOptions, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Structured log lines on standard output. Personal data and secrets never enter it: the listed paths are dropped even
 * if somebody logs a whole object (security.md row 36).
 */
export function createLog(options: { level: string; name?: string }) {
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
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  // Lines leave together, after a tenth of a second at the latest and when the process ends: one by one they take a twentieth of a request.
  return pino(settings, pino.destination({ dest: 1, minLength: 4096, periodicFlush: 100 }))
}
