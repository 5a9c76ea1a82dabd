import { deleteOldEvents } from '#server/deliveries/record-event.ts'
import { catchUp, runNightly } from '#server/engine/access/ended-jobs.ts'
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
  'audit.close',
  'rows.forget',
  'nightly.watch',
] as const
type OwnJob = (typeof OWN_JOBS)[number]

/** A built-in job or a feature's sweep. A job is a wake-up: losing one costs time, never a message. */
export type JobName = OwnJob | (string & {})

export const jobs = (): string[] => [...OWN_JOBS, ...declared().sweeps.keys()]

export type WorkerParts = {
  messaging: Messaging
  notifyOperators: () => Promise<void>
  renderTexts: () => Promise<void>
  closeAuditLogs: () => Promise<void>
  /** Dependencies of features' sweeps; without them, sweeps do nothing. */
  sweeping: Parameters<FeatureSweep['run']>[0] | null
}

/** Maps jobs to handlers, which may run twice. @throws when a feature's sweep has the name of a built-in job. */
export function handlersFor({
  messaging,
  notifyOperators,
  renderTexts,
  closeAuditLogs,
  sweeping,
}: WorkerParts): Handlers {
  const nightly = {
    'reminders.check': () => messaging.check(),
    'audit.close': () => closeAuditLogs(),
    'rows.forget': async () => {
      if (!sweeping) return
      await forgetRows(sweeping)
      await deleteOldEvents(sweeping.pool, sweeping.stopping)
    },
  } satisfies Partial<Record<OwnJob, () => Promise<unknown>>>
  const ofNight = (job: keyof typeof nightly) => async () =>
    sweeping ? runNightly(sweeping, job, nightly[job]) : nightly[job]()
  const own: Record<OwnJob, () => Promise<unknown>> = {
    'reminders.plan': () => messaging.plan(),
    'reminders.watch': () => messaging.planIfLate(),
    'changes.settle': () => messaging.settle(),
    'deliveries.send': () => messaging.drain(),
    'deliveries.reconcile': () => messaging.reconcile(),
    'reminders.check': ofNight('reminders.check'),
    'operators.tell': () => notifyOperators(),
    'texts.render': () => renderTexts(),
    'audit.close': ofNight('audit.close'),
    'rows.forget': ofNight('rows.forget'),
    'nightly.watch': async () => {
      if (!sweeping) return
      for (const [job, run] of Object.entries(nightly))
        await messaging.failures.job(job, () => catchUp(sweeping, job, run))
    },
  }
  const twice = [...declared().sweeps.keys()].find((job) => Object.hasOwn(own, job))
  if (twice) throw new Error(`The worker has a job ${twice} of its own.`)
  const sweeps = [...declared().sweeps].map(([job, { run }]) => [job, async () => sweeping && run(sweeping)] as const)
  return { ...own, ...Object.fromEntries(sweeps) }
}
