import type { ErrorReports } from './error-report.ts'
import type { Log } from './log.ts'

/** Logs and reports an uncaught error or rejection before the process exits, within three seconds. */
export function exitOnUncaughtError(log: Log, reports: ErrorReports): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; the process exits')
    void reports.settled().then(() => process.exit(1))
  })
}
