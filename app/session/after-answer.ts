import type { WebContext } from '#app/web/context.ts'

const LATER_MS = 15

/** Runs `work` after the response, so that the response time reveals nothing about it. Logs errors. */
export function afterAnswer(app: WebContext, what: string, work: () => Promise<void>): void {
  setTimeout(() => void work().catch((err: unknown) => app.log.error({ err }, what)), LATER_MS)
}
