import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { callProduct, emptyDataDir, type Product, startProduct } from '../product.ts'
import { waitUntil } from '../waiting.ts'
import { createWorld } from '../world.ts'

/** Maximum time of another club's health check, whatever is sent to this one, in milliseconds. */
const PROMISED = 250
/** Attempts. A busy machine delays answers too, so only an input that is slow each time counts. */
const TRIES = 6
/** A delay that a busy machine cannot explain, in milliseconds. */
const NO_CHANCE = 10_000

/** A text for a field; `send` returns the status. */
export type Fed = { name: string; shape: string; length: number; send: () => Promise<number> }

export type Slow = { name: string; shape: string; length: number; ms: number }

export type FeedResult = {
  slow: Slow[]
  broken: string[]
  /** The slowest health check of another club, in milliseconds. */
  longest: number
  /** How often each status was answered; a call that is refused early does not test the code behind it. */
  statuses: Record<string, number>
}

/**
 * Sends all inputs, `atOnce` in parallel, while the health of another club is polled. Inputs of a slow batch are
 * repeated one by one.
 */
export async function feedAll(watch: HealthWatch, all: readonly Fed[], atOnce: number): Promise<FeedResult> {
  const slow: Slow[] = []
  const broken = new Set<string>()
  const statuses: Record<string, number> = {}
  let longest = 0
  const send = async ({ name, shape, length, send }: Fed) => {
    const status = await send()
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status >= 500 || status === 0) broken.add(`${name} ${shape} (${length}): ${status}`)
  }
  const quickest = async (fed: Fed) => {
    let best = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES && best >= PROMISED; attempt++) {
      best = Math.min(best, await watch.during(fed.send))
      if (best >= NO_CHANCE) break
    }
    return best
  }
  await watch.longest()
  for (let at = 0; at < all.length; at += atOnce) {
    const together = all.slice(at, at + atOnce)
    await Promise.all(together.map(send))
    const ms = await watch.longest()
    if (ms < PROMISED) longest = Math.max(longest, ms)
    else
      for (const fed of together) {
        const again = await quickest(fed)
        longest = Math.max(longest, again)
        const { name, shape, length } = fed
        if (again >= PROMISED) slow.push({ name, shape, length, ms: Math.round(again) })
      }
  }
  return { slow, broken: [...broken], longest, statuses }
}

const LOCK = path.resolve('.cache', 'build.lock')
/** The age of an abandoned lock, in milliseconds: far longer than a build takes. */
const GIVEN_UP = 300_000

/** Builds what has changed since the last build. Test files run side by side, and only one of them builds. */
async function buildProduct(): Promise<void> {
  mkdirSync(path.dirname(LOCK), { recursive: true })
  await waitUntil('the product is built by one of the others', taken, { withinMs: 2 * GIVEN_UP, everyMs: 200 })
  try {
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
    if (status !== 0) throw new Error('The product was not built.')
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

function taken(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs
    if (since && Date.now() - since > GIVEN_UP) rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}

export type FedProduct = { port: number; watch: HealthWatch; stop: () => Promise<void> }

/** The built product with its demo clubs, on a database of the tests' server; the health of `ridge` is watched. */
export async function startFedProduct(name: string): Promise<FedProduct> {
  // `npm test` has just built it.
  if (!process.env.TEST_BUILT_CLI) await buildProduct()
  const world = await createWorld()
  const product: Product = await startProduct({ dataDir: emptyDataDir(name), env: { DATABASE_URL: world.url } })
  const watch = watchHealth({ port: product.port, host: `ridge.localhost:${product.port}` })
  return {
    port: product.port,
    watch,
    stop: async () => {
      await watch.stop()
      await product.stop()
      await world.close()
    },
  }
}

export function createAdmin(port: number) {
  let token = ''
  const signIn = async () => {
    const body = JSON.stringify({ email: 'admin@harbour.test', password: 'watchbill-demo' })
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', path: '/api/auth/login', site: 'harbour', headers, body }
    token = JSON.parse((await callProduct(port, sent)).text).access
  }
  return {
    signIn,
    ask: async (method: string, path: string, headers: Record<string, string>, body?: string | Uint8Array) => {
      const sent = { method, path, site: 'harbour', headers: { authorization: `Bearer ${token}`, ...headers }, body }
      const answer = await callProduct(port, sent)
      if (answer.status === 401 && answer.text.includes('"code"')) await signIn()
      return answer
    },
  }
}

export type HealthWatch = {
  /**
   * The slowest answer of `/healthz` since the last call of this, in milliseconds, including requests that are still
   * open.
   */
  longest: () => Promise<number>
  during: (work: () => Promise<unknown>) => Promise<number>
  /** How many requests had been sent at the last call of `longest`. */
  asked: () => number
  stop: () => Promise<void>
}

type Mark = { id: number; longest: number; asked: number }

/** Polls the health of one of a product's hosts from a separate thread. A blocked event loop shows as a slow answer. */
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
