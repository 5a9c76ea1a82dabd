import { rmSync } from 'node:fs'
import { get } from 'node:http'
import autocannon, { type Request } from 'autocannon'
import { emptyDataDir, startProduct } from '../support/product.ts'
import { cookieOf, type Dataset, type Reader, tokenOf } from './dataset.ts'
import { type Load, median, sideText } from './figures.ts'
import { processorTime, taken } from './processor.ts'
import type { Scale } from './scale.ts'

export const POOL = 8
/** In MB; this and the two arenas match `npm run web`. */
const SEMI_SPACE = 4

/** `site` is the number of a site in the data set. */
export type Target = {
  url: string
  pid: number
  postmaster: string | null
  headers: (site: number) => Record<string, string>
}

const SAMPLE_MS = { bySeconds: 1_000, byRequests: 10 }

/**
 * How many requests a connection prepares, each for another site. More would take the processor that the other side of
 * a comparison has for itself: 16 connections over 10,000 sites prepared 160,000, and halved its rate.
 */
const MOST_REQUESTS = 500
/** Where the next load begins in its list of sites. */
let next = 0

/**
 * Closed-loop load over the sites. Each connection begins at another site, since the members of many clubs do not all
 * open the same club's page together.
 * @param times how many rounds long.
 * @throws when an answer is an error.
 */
export async function load(
  { round, connections }: Pick<Scale, 'round' | 'connections'>,
  target: Target,
  path: string,
  sites: readonly number[],
  times = 1,
): Promise<Load> {
  const requestsFrom = (at: number): Request[] =>
    Array.from({ length: Math.min(sites.length, MOST_REQUESTS) }, (_, n) => {
      const site = sites[(at + n) % sites.length]!
      return { method: 'GET', path, headers: target.headers(site) }
    })
  const first = next
  next += MOST_REQUESTS
  let begun = 0
  const setupClient = (client: { setRequests(requests: Request[]): void }) =>
    client.setRequests(requestsFrom(first + Math.floor((begun++ * sites.length) / connections)))
  const length =
    'seconds' in round
      ? { duration: times * round.seconds, sampleInt: SAMPLE_MS.bySeconds }
      : { amount: times * round.requests, sampleInt: SAMPLE_MS.byRequests }
  const latencies: number[] = []
  const before = processorTime(target.pid, target.postmaster)
  const run = autocannon({
    url: target.url,
    connections,
    requests: requestsFrom(0).slice(0, 1),
    setupClient,
    ...length,
  })
  run.on('response', (_client, _status, _bytes, ms) => void latencies.push(ms))
  const result = await run
  const after = processorTime(target.pid, target.postmaster)
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx + result.errors} answers were errors.`)
  latencies.sort((a, b) => a - b)
  const answered = result.requests.total
  const cpu = before && after && taken(before, after) / answered
  return { cpu, answered, rate: answered / result.duration, p99: latencies[Math.floor(latencies.length * 0.99)]! }
}

export const seenBy = (target: Target, reader: Reader): Target => ({
  ...target,
  headers: (site) => ({ host: `bench-${site}.localhost`, cookie: `__Host-sid=${cookieOf(site, reader)}` }),
})

let started = 0

/** The built product as in production, but without rate limits. */
export async function productOn(data: Dataset, more: Record<string, string> = {}, semiSpace = SEMI_SPACE) {
  const dataDir = emptyDataDir(`bench-${process.pid}-${++started}`)
  const product = await startProduct({
    dataDir,
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
    postmaster: data.postmaster,
    headers: (site) => ({ host: `bench-${site}.localhost`, authorization: `Bearer ${tokenOf(site)}` }),
  }
  const stop = async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { target, stop }
}

/** Sends requests until the code of each side is compiled, for at most 15 seconds, or 6 ms a request. */
export async function warmUp({ warm }: Pick<Scale, 'warm'>, ...sides: (() => Promise<Load>)[]): Promise<void> {
  for (const side of sides) {
    const until = performance.now() + Math.max(15_000, 6 * warm)
    for (let answered = 0; answered < warm && performance.now() < until; ) answered += (await side()).answered
  }
}

/**
 * Runs both sides alternately, so that other load on the machine affects both.
 * @returns a pair of results per round.
 */
export async function inTurns<T>(
  { rounds }: Scale,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<[T, T][]> {
  const pairs: [T, T][] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push([await ours(), await theirs()])
    else {
      const second = await theirs()
      pairs.push([await ours(), second])
    }
  }
  return pairs
}

export function tell(name: string, ours: string, theirs: string, pairs: readonly (readonly [Load, Load])[]): void {
  const of = (i: 0 | 1) => pairs.map((pair) => pair[i])
  console.log(`${name}: ${sideText(ours, of(0))}, ${sideText(theirs, of(1))}`)
}

export async function compare(scale: Scale, name: string, ours: () => Promise<Load>, theirs: () => Promise<Load>) {
  await warmUp(scale, ours, theirs)
  reportAnswers(name, await inTurns(scale, ours, theirs))
}

function reportAnswers(name: string, pairs: readonly (readonly [Load, Load])[]): void {
  tell(name, 'product', 'bare', pairs)
  report(
    name,
    pairs.map(([product, bare]) => product.rate / bare.rate),
  )
  const cpu = pairs.flatMap(([product, bare]) => (product.cpu && bare.cpu ? [bare.cpu / product.cpu] : []))
  if (cpu.length) report(`${name} cpu`, cpu)
}

export const report = (name: string, ratios: readonly number[]) =>
  console.log(
    `${name} ratio ${median(ratios).toFixed(2)} (${ratios.length} rounds, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )

export const fetchJson = async <T>(url: string, headers: Record<string, string>) =>
  JSON.parse(await fetchText(url, headers)) as T

/** Uses node:http, since `fetch` replaces the Host header. */
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
