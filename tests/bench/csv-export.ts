import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { bareOn } from './bare.ts'
import { openCluster } from './dataset.ts'
import { inTurns, productOn, report, type Target } from './load.ts'

const SITE = 1
const PATH = '/api/shifts/export.csv'
const ROWS = 100_000

const COLUMNS: Record<string, string> = {
  id: 's.id::text',
  event: 's.event::text',
  'event/name': 'e.name',
  person: 's.person::text',
  'person/name': 'p.name',
  role: 's.role::text',
  'role/name': 'r.name',
  assignment: 's.assignment::text',
  'assignment/name': 'a.name',
  location: 's.location::text',
  'location/name': 'l.name',
  start: "to_json(s.start) #>> '{}'",
  end: `to_json(s."end") #>> '{}'`,
  actual_start: "to_json(s.actual_start) #>> '{}'",
  actual_end: "to_json(s.actual_end) #>> '{}'",
  hours: 's.hours::text',
  draft: "to_json(s.draft) #>> '{}'",
  notes: 's.notes',
  published_by: 's.published_by::text',
  'published_by/name': 'h.name',
}

const STATEMENT = `select ${Object.values(COLUMNS)} from core.shifts s
  left join core.events e on e.site_id = s.site_id and e.id = s.event
  left join core.people p on p.site_id = s.site_id and p.id = s.person
  left join core.roles r on r.site_id = s.site_id and r.id = s.role
  left join core.assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join core.locations l on l.site_id = s.site_id and l.id = s.location
  left join core.people h on h.site_id = s.site_id and h.id = s.published_by
  where s.site_id = $1 order by s.start, s.id`

/** Rows a second of an export of 100,000 rows against one query whose rows are written as CSV; and what memory it takes meanwhile. */
export async function csvExport(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.wide()
  const product = await productOn(data)
  const bare = await bareOn(data, { text: STATEMENT, values: [SITE], csv: Object.keys(COLUMNS) })
  const { pid } = product.target
  const growth: number[] = []
  const ours = async () => {
    const before = memory(pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory(pid))
    }, 20)
    const rate = await download(product.target, PATH, ROWS)
    clearInterval(watch)
    growth.push(most - before)
    return rate
  }
  const theirs = () => download(bare.target, '/', ROWS)
  try {
    for (const warm of [ours, theirs]) await warm()
    growth.length = 0
    const pairs = await inTurns(ours, theirs)
    const size = (await text(product.target, PATH)).length / 2 ** 20
    console.log(
      `memory grows by ${Math.max(...growth).toFixed(0)} MB at most while a file of ${size.toFixed(0)} MB leaves`,
    )
    report(
      'csv-export',
      pairs.map(([product, bare]) => product / bare),
    )
  } finally {
    bare.stop()
    await product.stop()
    await cluster.stop()
  }
}

/** Resident memory of a process in MB. */
const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Rows a second. @throws when the file has another number of rows. */
async function download(target: Target, path: string, rows: number): Promise<number> {
  const begun = performance.now()
  const lines = await read(target, path, 0, (count, chunk) => {
    let lines = count
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    return lines
  })
  if (lines !== rows + 1) throw new Error(`${lines - 1} rows came.`)
  return rows / ((performance.now() - begun) / 1000)
}

const text = (target: Target, path: string) => read(target, path, '', (all, chunk) => all + chunk.toString('latin1'))

const read = <T>(target: Target, path: string, start: T, add: (sum: T, chunk: Buffer) => T) =>
  new Promise<T>((resolve, reject) => {
    get(target.url + path, { headers: target.headers(SITE) }, async (res) => {
      if (res.statusCode !== 200) return reject(new Error(`${res.statusCode}`))
      let sum = start
      try {
        for await (const chunk of res) sum = add(sum, chunk as Buffer)
        resolve(sum)
      } catch (error) {
        reject(error as Error)
      }
    }).on('error', reject)
  })
