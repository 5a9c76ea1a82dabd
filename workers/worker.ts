import type { Log } from '#server/engine/kernel/log.ts'
import type { Queue } from '#server/engine/kernel/queue/queue.ts'
import type { Messaging } from '#server/reminders/messaging.ts'
import { checkHandlers, handlersFor, type JobName } from './registry.ts'
import { RENEW_MS, SCHEDULES, TIMERS } from './schedules.ts'

export type WorkerDeps = {
  messaging: Messaging
  /** Sends queued mails to operators of the platform. */
  notifyOperators: () => Promise<void>
  /** Renders pending texts of all sites. */
  renderTexts: () => Promise<void>
  /** Starts scheduled messages and ends those that have left. */
  advanceMessages: () => Promise<unknown>
  /** Ends swaps that nobody answered in time. */
  advanceSwaps: () => Promise<unknown>
  /** Offers open shifts to those who wait for them. */
  advanceWaiting: () => Promise<unknown>
  queue: Queue
  log: Log
  timers?: typeof TIMERS
}

/** How long a stop waits for calls to providers; whatever still hangs then is settled by the reconciler of another worker. */
const STOP_LIMIT_MS = 25_000

export type RunningWorker = { run(job: JobName): Promise<void>; stop(): Promise<void> }

/** Takes jobs from the queue and from plain timers until stopped. Failures are logged and left to the next tick. */
export function startWorker({
  messaging,
  notifyOperators,
  renderTexts,
  advanceMessages,
  advanceSwaps,
  advanceWaiting,
  queue,
  log,
  timers = TIMERS,
}: WorkerDeps): RunningWorker {
  const handlers = handlersFor(messaging, {
    notifyOperators,
    renderTexts,
    advanceMessages,
    advanceSwaps,
    advanceWaiting,
  })
  checkHandlers(handlers)
  const run = async (job: JobName) => {
    try {
      await handlers[job]()
    } catch (error) {
      log.error({ err: error, job }, 'a job failed; the next tick retries it')
    }
  }
  const queueWorker = queue.worker(
    Object.fromEntries(Object.keys(handlers).map((job) => [job, () => run(job as JobName)])),
  )
  const schedule = () =>
    Promise.all(SCHEDULES.map(({ job, when }) => queue.schedule(job, job, when))).catch((error: Error) =>
      log.warn({ err: error.message }, 'schedules could not be written; timers still run'),
    )
  const running = [
    ...timers.map(({ job, everyMs }) => setInterval(() => void run(job), everyMs)),
    setInterval(() => void schedule(), RENEW_MS),
  ]
  void schedule()
  void run('reminders.plan')
  void run('texts.render')
  return {
    run,
    stop: async () => {
      for (const timer of running) clearInterval(timer)
      const stopped = Promise.all([messaging.stop(), queueWorker.stop()])
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          log.warn('stopped waiting; the reconciler settles open attempts')
          resolve()
        }, STOP_LIMIT_MS)
      })
      await Promise.race([stopped, limit])
      clearTimeout(timer)
    },
  }
}
