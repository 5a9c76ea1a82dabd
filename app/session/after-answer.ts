import type { WebContext } from '#app/web/context.ts'

const LATER_MS = 15

/** Does `work` once the answer has left, so that the answer's time tells nothing of it. What fails is logged. */
export function afterAnswer(app: WebContext, what: string, work: () => Promise<void>): void {
  setTimeout(() => void work().catch((err: unknown) => app.log.error({ err }, what)), LATER_MS)
}
