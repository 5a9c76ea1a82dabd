import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { bareStatement } from './bare-statement.ts'
import { type Dataset, openCluster, SITES, tokenOf } from './dataset.ts'
import { fetchJson, inTurns, load, POOL, productOn, report, type Target, tell } from './load.ts'

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
    const [ours, theirs] = [() => load(product.target, PATH, [site]), () => load(bare.target, PATH, [site])]
    for (const warm of [ours, theirs]) await warm()
    const pairs = await inTurns(ours, theirs)
    tell('product', 'bare', pairs)
    report(
      'shifts-list',
      pairs.map(([product, bare]) => product.rate / bare.rate),
    )
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
    const [large, small] = [() => load(many.target, PATH, many.sites), () => load(few.target, PATH, few.sites)]
    for (const warm of [large, small]) await warm()
    const pairs = await inTurns(large, small)
    tell(`${SITES} sites`, `${FEW} sites`, pairs)
    report(
      'shifts-list-sites p99',
      pairs.map(([many, few]) => many.p99 / few.p99),
    )
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
