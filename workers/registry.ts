import { forgetRows } from '#server/engine/access/forget.ts'
import { declared, type FeatureSweep } from '#server/engine/features.ts'
import type { Handlers } from '#server/engine/kernel/queue/queue.ts'
import type { Messaging } from '#server/reminders/messaging.ts'

const OWN_JOBS = [
  'reminders.plan',
  'reminders.watch',
  'changes.settle',
  'deliveries.send',
  'deliveries.reconcile',
  'reminders.check',
  'operators.tell',
  'texts.render',
  'rows.forget',
] as const
type OwnJob = (typeof OWN_JOBS)[number]

/** A built-in job or a feature's sweep. A job is a wake-up: losing one costs time, never a message. */
export type JobName = OwnJob | (string & {})

export const jobs = (): string[] => [...OWN_JOBS, ...declared().sweeps.keys()]

export type WorkerParts = {
  messaging: Messaging
  notifyOperators: () => Promise<void>
  renderTexts: () => Promise<void>
  /** Dependencies of features' sweeps; without them, sweeps do nothing. */
  sweeping: Parameters<FeatureSweep['run']>[0] | null
}

/** Maps jobs to handlers, which may run twice. @throws when a feature's sweep has the name of a built-in job. */
export function handlersFor({ messaging, notifyOperators, renderTexts, sweeping }: WorkerParts): Handlers {
  const own: Record<OwnJob, () => Promise<unknown>> = {
    'reminders.plan': () => messaging.plan(),
    'reminders.watch': () => messaging.planIfLate(),
    'changes.settle': () => messaging.settle(),
    'deliveries.send': () => messaging.drain(),
    'deliveries.reconcile': () => messaging.reconcile(),
    'reminders.check': () => messaging.check(),
    'operators.tell': () => notifyOperators(),
    'texts.render': () => renderTexts(),
    'rows.forget': async () => sweeping && forgetRows(sweeping),
  }
  const twice = [...declared().sweeps.keys()].find((job) => Object.hasOwn(own, job))
  if (twice) throw new Error(`The worker has a job ${twice} of its own.`)
  const sweeps = [...declared().sweeps].map(([job, { run }]) => [job, async () => sweeping && run(sweeping)] as const)
  return { ...own, ...Object.fromEntries(sweeps) }
}
