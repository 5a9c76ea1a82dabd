import type { WebContext } from '#app/web/context.ts'

const LATER_MS = 15

/** Does `work` once the answer has been sent, so that the response time reveals nothing about it. Errors are logged. */
export function afterAnswer(app: WebContext, what: string, work: () => Promise<void>): void {
  setTimeout(() => void work().catch((err: unknown) => app.log.error({ err }, what)), LATER_MS)
}
