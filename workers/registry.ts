import type { Handlers } from '#server/engine/kernel/queue/queue.ts'
import type { Messaging } from '#server/reminders/messaging.ts'

/** Every job there is. A job is a wake-up call: losing one costs time, never a message. */
export const JOBS = [
  'reminders.plan',
  'changes.settle',
  'deliveries.send',
  'deliveries.reconcile',
  'reminders.check',
  'operators.tell',
  'texts.render',
  'messages.advance',
  'swaps.advance',
  'waiting.advance',
] as const
export type JobName = (typeof JOBS)[number]

/** Maps jobs to handlers. Each handler is one call into its domain and may run twice. */
export const handlersFor = (
  messaging: Messaging,
  work: {
    notifyOperators(): Promise<void>
    renderTexts(): Promise<void>
    advanceMessages(): Promise<unknown>
    advanceSwaps(): Promise<unknown>
    advanceWaiting(): Promise<unknown>
  },
): Record<JobName, () => Promise<unknown>> => ({
  'reminders.plan': () => messaging.plan(),
  'changes.settle': () => messaging.settle(),
  'deliveries.send': () => messaging.drain(),
  'deliveries.reconcile': () => messaging.reconcile(),
  'reminders.check': () => messaging.check(),
  'operators.tell': () => work.notifyOperators(),
  'texts.render': () => work.renderTexts(),
  'messages.advance': () => work.advanceMessages(),
  'swaps.advance': () => work.advanceSwaps(),
  'waiting.advance': () => work.advanceWaiting(),
})

/** @throws when a job has no handler or a handler no job, so that the process does not start. */
export function checkHandlers(handlers: Handlers, jobs: readonly string[] = JOBS): void {
  const without = jobs.filter((job) => !Object.hasOwn(handlers, job))
  const unknown = Object.keys(handlers).filter((name) => !jobs.includes(name))
  const twice = jobs.filter((job, i) => jobs.indexOf(job) !== i)
  const problems = [
    ...without.map((job) => `no handler for ${job}`),
    ...unknown.map((name) => `no job for the handler ${name}`),
    ...twice.map((job) => `${job} is listed twice`),
  ]
  if (problems.length) throw new Error(`Jobs and handlers do not match: ${problems.join('; ')}.`)
}
