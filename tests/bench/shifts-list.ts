import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { bareStatement } from './bare-statement.ts'
import { type Dataset, openCluster, SITES, tokenOf } from './dataset.ts'
import { fetchJson, load, POOL, productOn, ROUNDS, report, type Target } from './load.ts'

const PATH = '/api/shifts/?limit=50&expand=event,person,role,location&sort=start'
const FEW = 10

/** Requests a second of the list of 50 shifts with four relations against a server without anything else, in turns. */
export async function shiftsList(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const site = Math.min(7, SITES)
  const bare = await bareOn(data, site)
  const product = await productOn(data)
  try {
    await sameAnswer(product.target, bare.target, site)
    for (const target of [product.target, bare.target]) await load(target, PATH, [site])
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const ours = await load(product.target, PATH, [site])
      const theirs = await load(bare.target, PATH, [site])
      ratios.push(ours.rate / theirs.rate)
      console.log(
        `round ${round}: product ${ours.rate.toFixed(0)}/s p99 ${ours.p99} ms, bare ${theirs.rate.toFixed(0)}/s p99 ${theirs.p99} ms`,
      )
    }
    report('shifts-list', ratios)
  } finally {
    bare.stop()
    await product.stop()
    await cluster.stop()
  }
}

/** The slowest hundredth of the same list over all sites of a large installation against a small one of equal sites. */
export async function shiftsListSites(): Promise<void> {
  const cluster = await openCluster()
  const products = await Promise.all(
    [await cluster.dataset(SITES), await cluster.dataset(FEW)].map(async (data) => ({
      ...(await productOn(data)),
      sites: Array.from({ length: data.sites }, (_, i) => i + 1),
    })),
  )
  const [many, few] = products as [(typeof products)[0], (typeof products)[0]]
  try {
    for (const { target, sites } of products) await load(target, PATH, sites)
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const large = await load(many.target, PATH, many.sites)
      const small = await load(few.target, PATH, few.sites)
      ratios.push(large.p99 / small.p99)
      console.log(
        `round ${round}: ${SITES} sites ${large.rate.toFixed(0)}/s p99 ${large.p99} ms, ${FEW} sites ${small.rate.toFixed(0)}/s p99 ${small.p99} ms`,
      )
    }
    report('shifts-list-sites p99', ratios)
  } finally {
    for (const { stop } of products) await stop()
    await cluster.stop()
  }
}

async function bareOn(data: Dataset, site: number): Promise<{ target: Target; stop(): void }> {
  const statement = path.resolve('.cache/bench-statement.json')
  writeFileSync(statement, JSON.stringify({ text: bareStatement, values: [site] }))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/bench/bare-server.ts', data.superuserUrl, statement, String(POOL)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
  )
  const headers = (n: number) => ({ authorization: `Bearer ${tokenOf(n)}` })
  return { target: { url: `http://127.0.0.1:${port}`, headers }, stop: () => child.kill() }
}

type Answer = { count: number; order: number[]; results: Record<string, object> }

async function sameAnswer(a: Target, b: Target, site: number): Promise<void> {
  const [left, right] = await Promise.all(
    [a, b].map(({ url, headers }) => fetchJson<Answer>(url + PATH, headers(site))),
  )
  const sizes = (answer: Answer) => [
    answer.count,
    answer.order,
    Object.fromEntries(Object.entries(answer.results).map(([name, records]) => [name, Object.keys(records).length])),
  ]
  if (!isDeepStrictEqual(sizes(left!), sizes(right!)))
    throw new Error(`The answers differ: ${JSON.stringify(sizes(left!))} and ${JSON.stringify(sizes(right!))}`)
}
