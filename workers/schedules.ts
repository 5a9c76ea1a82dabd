import { declared } from '#server/engine/features.ts'
import type { Schedule } from '#server/engine/kernel/queue/queue.ts'
import type { JobName } from './registry.ts'

/** Jobs that repeat through the queue, so that one worker runs each. Cron patterns are in UTC. */
export const SCHEDULES: readonly { job: JobName; when: Schedule }[] = [
  { job: 'reminders.plan', when: { every: 30_000 } },
  { job: 'deliveries.reconcile', when: { every: 15_000 } },
  { job: 'reminders.check', when: { pattern: '0 15 3 * * *' } },
  { job: 'audit.close', when: { pattern: '0 30 3 * * *' } },
  { job: 'rows.forget', when: { pattern: '0 45 3 * * *' } },
]

/** Plain timers in each worker, in milliseconds. They need no queue and may run beside schedules. */
export const timers = (): readonly { job: JobName; everyMs: number }[] => [
  // Plans where the queue does not have it done.
  { job: 'reminders.watch', everyMs: 15_000 },
  // Separate from sending, which waits for the rate limits of providers.
  { job: 'changes.settle', everyMs: 2_000 },
  { job: 'deliveries.send', everyMs: 2_000 },
  { job: 'deliveries.reconcile', everyMs: 15_000 },
  { job: 'operators.tell', everyMs: 10_000 },
  { job: 'texts.render', everyMs: 30_000 },
  // Runs what the queue has not begun at night.
  { job: 'nightly.watch', everyMs: 600_000 },
  ...[...declared().sweeps].map(([job, { everyMs }]) => ({ job, everyMs })),
]

/** How often schedules are rewritten, in case the queue lost them. */
export const RENEW_MS = 60_000
