import { get } from 'node:http'
import autocannon, { type Request } from 'autocannon'
import { emptyDataDir, startProduct } from '../support/product.ts'
import { cookieOf, type Dataset, type Reader, tokenOf } from './dataset.ts'
import { type Load, median, sideText } from './figures.ts'
import { processorTime, taken } from './processor.ts'

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
export const POOL = 8
/** In MB; this and the two arenas are as `npm run web` has them. */
const SEMI_SPACE = 4
const CONNECTIONS = 16

/** Something that answers requests; `site` is the number of a site in the data set. */
export type Target = { url: string; pid: number; headers: (site: number) => Record<string, string> }

/**
 * Closed-loop load over the sites in turn. Each connection begins at another of them, as the members of many clubs do, who do not
 * all open the same club's page at the same moment. @throws when an answer is an error.
 */
export async function load(
  target: Target,
  path: string,
  sites: readonly number[],
  { connections = CONNECTIONS, seconds = SECONDS }: { connections?: number; seconds?: number } = {},
): Promise<Load> {
  const requests = sites.map((site) => ({ method: 'GET' as const, path, headers: target.headers(site) }))
  let begun = 0
  const setupClient = (client: { setRequests(requests: Request[]): void }) => {
    const at = Math.floor((begun++ * requests.length) / connections)
    client.setRequests([...requests.slice(at), ...requests.slice(0, at)])
  }
  const run = autocannon({ url: target.url, connections, duration: seconds, requests, setupClient })
  const latencies: number[] = []
  const before = processorTime(target.pid)
  run.on('response', (_client, _status, _bytes, ms) => void latencies.push(ms))
  const result = await run
  const after = processorTime(target.pid)
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} answers were errors.`)
  latencies.sort((a, b) => a - b)
  const cpu = before && after && taken(before, after) / result.requests.total
  return { cpu, rate: result.requests.total / result.duration, p99: latencies[Math.floor(latencies.length * 0.99)]! }
}

/** The same product as a browser opens it. */
export const seenBy = (target: Target, reader: Reader): Target => ({
  ...target,
  headers: (site) => ({ host: `bench-${site}.localhost`, cookie: `__Host-sid=${cookieOf(site, reader)}` }),
})

/** The built product in front of a data set, as production runs it but for the limits, which are there to stop such a load. */
export async function productOn(data: Dataset, more: Record<string, string> = {}, semiSpace = SEMI_SPACE) {
  const product = await startProduct({
    dataDir: emptyDataDir(`bench-${data.sites}`),
    command: [`--max-semi-space-size=${semiSpace}`, 'build/main.js', 'web', '--embedded'],
    env: {
      DATABASE_URL: data.url,
      DATABASE_POOL_SIZE: String(POOL),
      NODE_ENV: 'production',
      SESSION_SECRET: 'a secret of the benchmark, long enough',
      RATE_LIMITS: 'off',
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'info',
      ...more,
    },
  })
  const target: Target = {
    url: `http://127.0.0.1:${product.port}`,
    pid: product.process.pid!,
    headers: (site) => ({ host: `bench-${site}.localhost`, authorization: `Bearer ${tokenOf(site)}` }),
  }
  return { target, stop: () => product.stop() }
}

/** Lets each side answer until its code is compiled: some thousand requests, but no longer than a quarter of a minute. */
export async function warmUp(...sides: (() => Promise<Load>)[]): Promise<void> {
  for (const side of sides) {
    const until = performance.now() + 15_000
    for (let answered = 0; answered < 3_000 && performance.now() < until; ) answered += (await side()).rate * SECONDS
  }
}

/**
 * Runs both sides in rounds, each first in turn, so that whatever else the machine does meets both.
 * @returns what `ours` and `theirs` gave, a pair a round.
 */
export async function inTurns<T>(ours: () => Promise<T>, theirs: () => Promise<T>): Promise<[T, T][]> {
  const pairs: [T, T][] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) pairs.push([await ours(), await theirs()])
    else {
      const second = await theirs()
      pairs.push([await ours(), second])
    }
  }
  return pairs
}

/** Both sides in absolute figures: the medians of their rounds. */
export function tell(ours: string, theirs: string, pairs: readonly (readonly [Load, Load])[]): void {
  const of = (i: 0 | 1) => pairs.map((pair) => pair[i])
  console.log(`${sideText(ours, of(0))}, ${sideText(theirs, of(1))}`)
}

/** The lines of a benchmark of answers: requests a second, and the processor time of one. */
export function reportAnswers(name: string, pairs: readonly (readonly [Load, Load])[]): void {
  tell('product', 'bare', pairs)
  report(
    name,
    pairs.map(([product, bare]) => product.rate / bare.rate),
  )
  const cpu = pairs.flatMap(([product, bare]) => (product.cpu && bare.cpu ? [bare.cpu / product.cpu] : []))
  if (cpu.length) report(`${name} cpu`, cpu)
}

/** The line of a benchmark: the median of its rounds, and between which figures they lay. */
export const report = (name: string, ratios: readonly number[]) =>
  console.log(
    `${name} ratio ${median(ratios).toFixed(2)} (${ratios.length} rounds, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )

export const fetchJson = async <T>(url: string, headers: Record<string, string>) =>
  JSON.parse(await fetchText(url, headers)) as T

/** By node:http, since `fetch` sends a Host header of its own. */
export const fetchText = (url: string, headers: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    get(url, { headers }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      if (res.statusCode === 200) resolve(text)
      else reject(new Error(`${res.statusCode} ${text}`))
    }).on('error', reject)
  })
