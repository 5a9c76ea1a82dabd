import type { ErrorReports } from './error-report.ts'
import type { Log } from './log.ts'

/**
 * An error that nothing caught, a rejected promise too, still ends the process, as it does without this; only the log and the
 * error reporter hear of it first, three seconds later at most.
 */
export function endByCrash(log: Log, reports: ErrorReports): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: nothing caught this')
    void reports.settled().then(() => process.exit(1))
  })
}
