import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import sharp from 'sharp'
import { type Dataset, openCluster, SITES } from './dataset.ts'
import { median } from './figures.ts'
import { fetchText, productOn, ROUNDS, seenBy, type Target } from './load.ts'
import { forgetMost, mostResident } from './memory.ts'
import { pagesAt } from './pages.ts'
import { threadTime } from './processor.ts'

const REQUESTS = Number(process.env.BENCH_PAGES ?? 6_000)
const WARM = Math.min(300, REQUESTS)
const CONNECTIONS = 10

/** What glibc takes by itself on a 64-bit machine: eight a core. */
const GLIBC_ARENAS = 8 * availableParallelism()

/** `arenas` says in how many parts glibc keeps what is allocated outside of the heap. */
type Setting = { growth: number; semiSpace: number; flags?: string; arenas?: number }

/** Node.js has a semi-space of 16 MB by itself. The first is what the others are compared with; `BENCH_SETTINGS` chooses some, by semicolons. */
const SETTINGS: Record<string, Setting> = {
  'engine alone': { growth: 0, semiSpace: 16 },
  'growth 50': { growth: 50, semiSpace: 16 },
  'growth 40': { growth: 40, semiSpace: 16 },
  'growth 25': { growth: 25, semiSpace: 16 },
  'semi-space 8': { growth: 0, semiSpace: 8 },
  'growth 40 and semi-space 8': { growth: 40, semiSpace: 8 },
  'growth 30 and semi-space 8': { growth: 30, semiSpace: 8 },
  'growth 40, semi-space 8, two arenas': { growth: 40, semiSpace: 8, arenas: 2 },
  'growth 40, semi-space 4, two arenas': { growth: 40, semiSpace: 4, arenas: 2 },
  'growth 30, semi-space 8, two arenas': { growth: 30, semiSpace: 8, arenas: 2 },
  'old space 384': { growth: 0, semiSpace: 16, flags: '--max-old-space-size=384' },
  'old space 192': { growth: 0, semiSpace: 16, flags: '--max-old-space-size=192' },
}

type Run = { cpu: number; most: number }

/**
 * What settings of the garbage collection cost and save: the processor time of the web process for a fixed number of requests over the
 * six pages, and the most memory that it had meanwhile. All settings take turns, and neither figure depends on what else the machine
 * does, unlike requests a second.
 */
export async function memorySettings(): Promise<void> {
  const chosen = process.env.BENCH_SETTINGS?.split(';') ?? Object.keys(SETTINGS)
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const runs = new Map<string, Run[]>(chosen.map((name) => [name, []]))
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const name of round % 2 ? [...chosen].reverse() : chosen) {
        const run = await runWith(data, SETTINGS[name]!)
        console.log(`  ${name}: ${run.cpu.toFixed(2)} ms, ${run.most.toFixed(0)} MB`)
        runs.get(name)!.push(run)
      }
    const first = runs.get(chosen[0]!)!
    for (const [name, own] of runs) {
      const ratios = own.map(({ cpu }, i) => cpu / first[i]!.cpu)
      const most = own.map((run) => run.most)
      console.log(
        `memory-settings ${name}: ${median(own.map(({ cpu }) => cpu)).toFixed(2)} ms a request, ${median(ratios).toFixed(2)} of the first (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); ${median(most).toFixed(0)} MB at most (${Math.min(...most).toFixed(0)} to ${Math.max(...most).toFixed(0)})`,
      )
    }
  } finally {
    await cluster.stop()
  }
}

async function runWith(data: Dataset, { growth, semiSpace, flags, arenas = GLIBC_ARENAS }: Setting): Promise<Run> {
  const environment = {
    HEAP_GROWTH_PERCENT: String(growth),
    ...(flags && { NODE_OPTIONS: flags }),
    MALLOC_ARENA_MAX: String(arenas),
  }
  const product = await productOn(data, environment, semiSpace)
  const { pid } = product.target
  const open = opener(product.target, Math.min(7, SITES))
  try {
    await open(WARM)
    forgetMost(pid)
    const before = threadTime(String(pid))
    await open(REQUESTS)
    const after = threadTime(String(pid))
    if (before === null || after === null) throw new Error('The kernel does not tell processor time.')
    return { cpu: (after - before) / REQUESTS, most: mostResident(pid) }
  } finally {
    await product.stop()
  }
}

/** @returns a function that opens so many pages of a site, the six of them in turn. */
function opener(product: Target, site: number, connections = CONNECTIONS): (amount: number) => Promise<void> {
  const pages = Object.values(pagesAt(site)).map(({ path, reader }) => ({
    method: 'GET' as const,
    path,
    headers: seenBy(product, reader).headers(site),
  }))
  let begun = 0
  return async (amount: number) => {
    const setupClient = (client: { setRequests(requests: typeof pages): void }) => {
      const at = begun++ % pages.length
      client.setRequests([...pages.slice(at), ...pages.slice(0, at)])
    }
    const { non2xx, errors } = await autocannon({
      url: product.url,
      connections,
      amount,
      requests: pages,
      setupClient,
    })
    if (non2xx || errors) throw new Error(`${non2xx + errors} answers were errors.`)
  }
}

/**
 * The most memory of a web process with its usual settings that serves the six pages of a large club while 20,000 people are exported three
 * times and a picture of 24 megapixels is stored. @throws unless everything is answered.
 */
export async function memoryBesideWork(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.wide()
  const product = await productOn(data)
  const { pid, url, headers } = product.target
  const open = opener(product.target, 1, 2)
  const picture = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  try {
    await open(WARM)
    forgetMost(pid)
    const pages = open(REQUESTS)
    const rows: number[] = []
    for (let time = 0; time < 3; time++)
      rows.push((await fetchText(`${url}/api/people/export.csv`, headers(1))).split('\r\n').length - 2)
    const status = await postPicture(`${url}/api/organisations/current/logo`, headers(1), picture)
    await pages
    console.log(
      `memory-beside-work: ${mostResident(pid).toFixed(0)} MB at most, exports of ${rows.join(', ')} people, picture answered ${status}`,
    )
    if (status !== 200) throw new Error('The picture was not stored.')
  } finally {
    await product.stop()
    await cluster.stop()
  }
}

const postPicture = (url: string, headers: Record<string, string>, picture: Buffer) =>
  new Promise<number | undefined>((resolve, reject) => {
    const type = { 'content-type': 'multipart/form-data; boundary=part' }
    const call = request(url, { method: 'POST', headers: { ...headers, ...type } }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode))
    }).on('error', reject)
    call.write(
      '--part\r\ncontent-disposition: form-data; name="file"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    )
    call.write(picture)
    call.end('\r\n--part--\r\n')
  })
