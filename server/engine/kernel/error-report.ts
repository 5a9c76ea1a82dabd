import { stopwatch } from './clock.ts'
import type { Config } from './config.ts'
import { VERSION } from './contract.ts'
import { cutText } from './cut-text.pure.ts'
import { framesOf, scrub } from './scrub.ts'
import { sourceStack } from './source-stack.ts'

type ReportConfig = Pick<Config, 'ERROR_REPORT_URL' | 'NODE_ENV' | 'COMMIT'>

/** The context of an error. `what` is our own sentence, never quoted input. */
export type ErrorFacts = {
  what?: string
  site?: number | null | undefined
  request_id?: string | undefined
  job?: string | undefined
  platform?: 'node' | 'browser' | undefined
  browser?: string | undefined
  /** Steps before the error, oldest first; none for a server's own error. */
  breadcrumbs?: readonly { at: string; kind: string; text: string }[] | undefined
}
type Report = ErrorFacts & { level: 'warning' | 'error'; message: string; error?: string; stack?: string }

const TIMEOUT_MS = 3_000
const MAX_PER_MINUTE = 30

/** Posts one report. @returns false without a reporter, or when it refused; never throws. */
export async function sendReport(config: ReportConfig, report: Report): Promise<boolean> {
  if (!config.ERROR_REPORT_URL) return false
  const body = {
    ...report,
    site: report.site ?? null,
    platform: report.platform ?? 'node',
    breadcrumbs: report.breadcrumbs ?? [],
    environment: config.NODE_ENV,
    version: VERSION,
    commit: config.COMMIT,
  }
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
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
  /** Reports in the background; never throws. */
  report(error: unknown, facts?: ErrorFacts): void
  /** Resolves when pending reports are sent or given up, within three seconds. */
  settled(): Promise<void>
}

/**
 * Reports uncaught errors without personal data, secrets or the request, at most thirty a minute. Create it once per
 * process, since it holds that count.
 */
export function createErrorReports(config: ReportConfig): ErrorReports {
  let minute = stopwatch()
  let sent = 0
  const pending = new Set<Promise<unknown>>()
  return {
    report: (error, facts = {}) => {
      if (!config.ERROR_REPORT_URL) return
      if (minute() >= 60_000) {
        minute = stopwatch()
        sent = 0
      }
      if (sent >= MAX_PER_MINUTE) return
      sent += 1
      const sending = reportOf(error, facts)
        .then((report) => sendReport(config, report))
        .catch(() => false)
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },
    settled: async () => void (await Promise.all(pending)),
  }
}

/** Asynchronous, so that an unreadable error rejects. */
async function reportOf(error: unknown, facts: ErrorFacts): Promise<Report> {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return {
    ...facts,
    level: 'error',
    error: cutText(`${name}${code}`, 80),
    message: scrub(message),
    stack: framesOf(sourceStack(stack)),
  }
}
