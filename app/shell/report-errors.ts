import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { latestSteps, noteSteps } from './breadcrumbs.ts'
import { paths } from './paths.ts'

const MAX_REPORTS_PER_PAGE = 5
/**
 * Errors that the server reports, that come from another origin, or that are no defect (lost connection, late layout).
 */
const IGNORED_ERRORS = /^(Unexpected Server Error|Script error\.?)$|fetch|network|load failed|abort|ResizeObserver/i

let reportCount = 0

/**
 * Reports an uncaught error to the server with the steps that led to it, without waiting and without failing.
 * Signed-out visitors and kiosks report too; the server limits reports per address.
 */
export function reportError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  if (reportCount >= MAX_REPORTS_PER_PAGE || IGNORED_ERRORS.test(message)) return
  reportCount += 1
  const body = JSON.stringify({
    level: 'error',
    message: cutText(message, 2000),
    stack: cutText(stack ?? '', 20_000),
    breadcrumbs: latestSteps(),
  })
  const headers = { 'content-type': 'application/json' }
  fetch(paths.report, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

/** Reports uncaught errors. They still reach the console. */
export function reportUncaught(): void {
  noteSteps()
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
