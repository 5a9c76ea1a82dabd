import { Worker } from 'node:worker_threads'

export type HealthWatch = {
  /** The longest answer to `/healthz`, in milliseconds, since this was asked last; answers to questions that are still open count. */
  longest: () => Promise<number>
  /** The longest while `work` was done. */
  during: (work: () => Promise<unknown>) => Promise<number>
  /** How many questions were asked when `longest` was asked last. */
  asked: () => number
  stop: () => Promise<void>
}

type Mark = { id: number; longest: number; asked: number }

/**
 * Asks a product for the health of one of its hosts without a pause, from a thread of its own. A product that computes instead
 * of answering shows as a long answer.
 */
export function watchHealth({ port, host }: { port: number; host: string }): HealthWatch {
  const worker = new Worker(new URL('./health-probe.mjs', import.meta.url), { workerData: { port, host } })
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  failed.catch(() => {})
  let marks = 0
  let asked = 0
  const longest = () => {
    const id = ++marks
    const answered = new Promise<number>((resolve) => {
      const listen = (given: Mark) => {
        if (given.id !== id) return
        worker.off('message', listen)
        asked = given.asked
        resolve(given.longest)
      }
      worker.on('message', listen)
    })
    worker.postMessage(id)
    return Promise.race([answered, failed])
  }
  return {
    longest,
    during: async (work) => {
      await longest()
      await work()
      return longest()
    },
    asked: () => asked,
    stop: async () => void (await worker.terminate()),
  }
}
