import { stopwatch } from './clock.ts'
import type { Config } from './config.ts'
import { VERSION } from './contract.ts'
import { framesOf, scrubbed } from './scrub.ts'

type ReportConfig = Pick<Config, 'ERROR_REPORT_URL' | 'NODE_ENV' | 'COMMIT'>

/** What is known beside the error. `what` is our own sentence for it, never anybody's words. */
export type Facts = {
  what?: string
  site?: number | null
  request_id?: string
  job?: string
  platform?: 'node' | 'browser'
  browser?: string
}
type Report = Facts & { level: 'warning' | 'error'; message: string; error?: string; stack?: string }

const PATIENCE_MS = 3_000
/** A fault that strikes every request is told often enough by so many a minute. */
const MOST_A_MINUTE = 30

/** Posts one report to the configured error reporter. False when there is none or it did not take it; never throws. */
export async function sendReport(config: ReportConfig, report: Report): Promise<boolean> {
  if (!config.ERROR_REPORT_URL) return false
  const body = {
    ...report,
    site: report.site ?? null,
    platform: report.platform ?? 'node',
    environment: config.NODE_ENV,
    version: VERSION,
    commit: config.COMMIT,
  }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }
  return fetch(config.ERROR_REPORT_URL, request).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
}

export type ErrorReports = {
  /** Tells the error reporter, at its leisure: nothing waits for it, nothing is thrown, and a failure is told nobody. */
  report(error: unknown, facts?: Facts): void
  /** When every report that is on its way has arrived or was given up, three seconds later at most. */
  settled(): Promise<void>
}

/**
 * Reports errors that nothing caught, without personal data, secrets or the request that met them. At most thirty a minute
 * leave a process. Holds that count; made once a process.
 */
export function createErrorReports(config: ReportConfig): ErrorReports {
  let minute = stopwatch()
  let sent = 0
  const underWay = new Set<Promise<unknown>>()
  return {
    report: (error, facts = {}) => {
      if (!config.ERROR_REPORT_URL) return
      if (minute() >= 60_000) {
        minute = stopwatch()
        sent = 0
      }
      if (sent >= MOST_A_MINUTE) return
      sent += 1
      const one = reportOf(error, facts)
        .then((report) => sendReport(config, report))
        .catch(() => false)
        .finally(() => underWay.delete(one))
      underWay.add(one)
    },
    settled: async () => void (await Promise.all(underWay)),
  }
}

/** Asynchronous, so that an error which cannot even be read rejects. */
async function reportOf(error: unknown, facts: Facts): Promise<Report> {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return {
    ...facts,
    level: 'error',
    error: `${name}${code}`.slice(0, 80),
    message: scrubbed(message),
    stack: framesOf(stack),
  }
}
