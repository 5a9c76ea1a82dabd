import type { Log } from '#server/engine/kernel/log.ts'
import type { Queue } from '#server/engine/kernel/queue/queue.ts'
import { handlersFor, type JobName, type WorkerParts } from './registry.ts'
import { RENEW_MS, SCHEDULES, timers } from './schedules.ts'

export type WorkerDeps = WorkerParts & { queue: Queue; log: Log; timers?: ReturnType<typeof timers> }

/** How long a stop waits for calls to providers; another worker's reconciler settles the rest. */
const STOP_LIMIT_MS = 25_000

export type RunningWorker = { run(job: JobName): Promise<void>; stop(): Promise<void> }

/** Runs jobs from the queue and from plain timers until stopped. Failures are logged; the next tick retries. */
export function startWorker({ queue, log, timers: intervals = timers(), ...parts }: WorkerDeps): RunningWorker {
  const { messaging } = parts
  const handlers = handlersFor(parts)
  /** @param requestId of the request that woke it; absent for a schedule and a timer. */
  const run = async (job: JobName, requestId?: number | string) => {
    if (requestId !== undefined) log.info({ job, request_id: requestId }, 'a request woke a job')
    const work = async () => {
      const handler = handlers[job]
      if (!handler) throw new Error(`There is no job ${job}.`)
      await handler({})
    }
    await messaging.failures.job(job, work, { request_id: requestId })
  }
  const queueWorker = queue.worker(
    Object.fromEntries(Object.keys(handlers).map((job) => [job, ({ request_id }) => run(job, request_id)])),
  )
  const schedule = () =>
    Promise.all(SCHEDULES.map(({ job, when }) => queue.schedule(job, job, when))).catch((error: Error) =>
      log.warn({ err: error.message }, 'schedules could not be written; timers still run'),
    )
  const running = [
    ...intervals.map(({ job, everyMs }) => setInterval(() => void run(job), everyMs)),
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
