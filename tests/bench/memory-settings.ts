import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import sharp from 'sharp'
import { type Dataset, siteOf } from './dataset.ts'
import { median } from './figures.ts'
import { fetchText, type Target } from './load.ts'
import { forgetMost, mostResident } from './memory.ts'
import { pagesOf } from './pages.ts'
import { threadTime } from './processor.ts'
import type { Bench, Rig } from './rig.ts'

const WARM = 300
const CONNECTIONS = 10
const SAMPLE_MS = 10

/** The default of glibc on a 64-bit machine: eight per core. */
const GLIBC_ARENAS = 8 * availableParallelism()

/** `arenas` is the number of glibc arenas for memory outside of the heap. */
type Setting = { growth: number; semiSpace: number; flags?: string; arenas?: number }

/** The default semi-space of Node.js is 16 MB. The first setting is the baseline. */
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
 * Compares settings of the garbage collection by processor time of the web process for a fixed number of requests over
 * the six pages, and by peak memory. Unlike requests per second, neither depends on other load on the machine.
 */
export const memorySettings: Bench = async (rig) => {
  const chosen = rig.scale.settings.names ?? Object.keys(SETTINGS)
  const data = await rig.dataset('many')
  const runs = new Map<string, Run[]>(chosen.map((name) => [name, []]))
  for (let round = 0; round < rig.scale.rounds; round++)
    for (const name of round % 2 ? [...chosen].reverse() : chosen) {
      const run = await runWith(rig, data, SETTINGS[name]!)
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
}

async function runWith(
  { scale, product }: Rig,
  data: Dataset,
  { growth, semiSpace, flags, arenas = GLIBC_ARENAS }: Setting,
): Promise<Run> {
  const environment = {
    HEAP_GROWTH_PERCENT: String(growth),
    ...(flags && { NODE_OPTIONS: flags }),
    MALLOC_ARENA_MAX: String(arenas),
  }
  const { target, stop } = await product(data, environment, semiSpace)
  const { pages } = scale.settings
  const open = opener(data, target)
  await open(Math.min(WARM, pages))
  forgetMost(target.pid)
  const before = threadTime(String(target.pid))
  await open(pages)
  const after = threadTime(String(target.pid))
  if (before === null || after === null) throw new Error('The kernel does not tell processor time.')
  const run = { cpu: (after - before) / pages, most: mostResident(target.pid) }
  await stop()
  return run
}

/** @returns a function that opens so many pages of a site, cycling through the six. */
function opener(data: Dataset, product: Target, connections = CONNECTIONS): (amount: number) => Promise<void> {
  const site = siteOf(data)
  const pages = pagesOf(data, product).map(({ path, reader }) => ({
    method: 'GET' as const,
    path,
    headers: reader.headers(site),
  }))
  let begun = 0
  return async (amount: number) => {
    const setupClient = (client: { setRequests(requests: typeof pages): void }) => {
      const at = begun++ % pages.length
      client.setRequests([...pages.slice(at), ...pages.slice(0, at)])
    }
    const { non2xx, errors } = await autocannon({
      url: product.url,
      connections: Math.min(connections, amount),
      amount,
      sampleInt: SAMPLE_MS,
      requests: pages,
      setupClient,
    })
    if (non2xx || errors) throw new Error(`${non2xx + errors} answers were errors.`)
  }
}

/**
 * Peak memory of a web process with its usual settings that serves the six pages of a large club while 20,000 people
 * are exported three times and a picture of 24 megapixels is stored.
 * @throws unless every request is answered.
 */
export const memoryBesideWork: Bench = async ({ scale, dataset, product }) => {
  const data = await dataset('club')
  const { target } = await product(data)
  const { pid, url, headers } = target
  const open = opener(data, target, 2)
  const picture = await sharp({ create: { ...scale.picture, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  await open(Math.min(WARM, scale.settings.pages))
  forgetMost(pid)
  const pages = open(scale.settings.pages)
  const rows: number[] = []
  for (let time = 0; time < 3; time++)
    rows.push((await fetchText(`${url}/api/people/export.csv`, headers(1))).split('\r\n').length - 2)
  const status = await postPicture(`${url}/api/organisations/current/logo`, headers(1), picture)
  await pages
  console.log(
    `memory-beside-work: ${mostResident(pid).toFixed(0)} MB at most, exports of ${rows.join(', ')} people, picture answered ${status}`,
  )
  if (rows.some((exported) => exported !== data.people)) throw new Error('Not all people were exported.')
  if (status !== 200) throw new Error('The picture was not stored.')
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
