import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Structured log lines on standard output. Personal data and secrets never enter it: the listed paths are dropped even
 * if somebody logs a whole object (security.md row 36).
 */
export function createLog(options: { level: string; name?: string }) {
  return pino({
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
  })
}
