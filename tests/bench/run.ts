import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { emptyDataDir, startProduct } from '../support/product.ts'
import { bareStatement } from './bare-statement.ts'
import { openDataset, SITES, tokenOf } from './dataset.ts'

/**
 * `npm run bench [-- name]`: ratios from one run, each as a line `name ratio 0.91`. Rounds of the product and of the bare server
 * take turns, so that whatever else the machine does meets both.
 */
const PATH = '/api/shifts/?limit=50&expand=event,person,role,location&sort=start'
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 16
const POOL = 8

type Target = { name: string; url: string; headers: (site: number) => Record<string, string> }

const load = (target: Target, sites: number[]) =>
  autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: sites.map((site) => ({ method: 'GET' as const, path: PATH, headers: target.headers(site) })),
  })

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function shiftsList() {
  const data = await openDataset()
  const site = Math.min(7, SITES)
  const statement = path.resolve('.cache/bench-statement.json')
  writeFileSync(statement, JSON.stringify({ text: bareStatement, values: [site] }))
  const bare = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/bench/bare-server.ts', data.superuserUrl, statement, String(POOL)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const barePort = await new Promise<number>((resolve) =>
    bare.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
  )
  const product = await startProduct({
    dataDir: emptyDataDir('bench'),
    command: ['build/main.js', 'web', '--embedded'],
    env: {
      DATABASE_URL: data.url,
      DATABASE_POOL_SIZE: String(POOL),
      NODE_ENV: 'production',
      SESSION_SECRET: 'a secret of the benchmark, long enough',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    },
  })
  try {
    const authorization = (n: number) => ({ authorization: `Bearer ${tokenOf(n)}` })
    const ours: Target = {
      name: 'product',
      url: `http://127.0.0.1:${product.port}`,
      headers: (n) => ({ host: `bench-${n}.localhost`, ...authorization(n) }),
    }
    const ceiling: Target = { name: 'bare', url: `http://127.0.0.1:${barePort}`, headers: authorization }
    await sameAnswer(ours, ceiling, site)
    for (const target of [ours, ceiling]) await load(target, [site])
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const mine = await load(ours, [site])
      const bareRound = await load(ceiling, [site])
      if (mine.non2xx || mine.errors) throw new Error(`The product answered ${mine.non2xx} times with an error.`)
      ratios.push(mine.requests.average / bareRound.requests.average)
      console.log(
        `round ${round + 1}: product ${mine.requests.average.toFixed(0)}/s p99 ${mine.latency.p99} ms, bare ${bareRound.requests.average.toFixed(0)}/s p99 ${bareRound.latency.p99} ms`,
      )
    }
    console.log(`shifts-list ratio ${median(ratios).toFixed(2)}`)
    const spread = (count: number) => Array.from({ length: count }, (_, i) => 1 + Math.floor((i * SITES) / count))
    const many = await load(ours, spread(Math.min(1000, SITES)))
    const few = await load(ours, spread(10))
    console.log(
      `shifts-list-p99 ratio ${(many.latency.p99 / few.latency.p99).toFixed(2)} (${Math.min(1000, SITES)} sites against 10 of the same database)`,
    )
  } finally {
    bare.kill()
    await product.stop()
    await data.server.stop()
  }
}

type Answer = { count: number; order: number[]; results: Record<string, object> }

/** By node:http, since `fetch` sends a Host header of its own. */
const fetchJson = (url: string, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    get(url, { headers }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      if (res.statusCode === 200) resolve(JSON.parse(text) as Answer)
      else reject(new Error(`${res.statusCode} ${text}`))
    }).on('error', reject)
  })

async function sameAnswer(a: Target, b: Target, site: number) {
  const left = await fetchJson(a.url + PATH, a.headers(site))
  const right = await fetchJson(b.url + PATH, b.headers(site))
  const rows = (answer: Answer) =>
    Object.fromEntries(Object.entries(answer.results).map(([name, records]) => [name, Object.keys(records).length]))
  if (
    left.count !== right.count ||
    !isDeepStrictEqual(left.order, right.order) ||
    !isDeepStrictEqual(rows(left), rows(right))
  )
    throw new Error(
      `The answers differ: ${JSON.stringify([left.count, left.order?.length, rows(left)])} and ${JSON.stringify([right.count, right.order?.length, rows(right)])}`,
    )
}

const BENCHES: Record<string, () => Promise<void>> = { 'shifts-list': shiftsList }
const asked = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES)) if (!asked.length || asked.includes(name)) await bench()
