import { get } from 'node:http'
import { outside } from './bare-statement.ts'
import { type Dataset, shiftsOf } from './dataset.ts'
import { fetchText, inTurns, report, type Target } from './load.ts'
import { collected, probed, resident } from './memory.ts'
import type { Bench, Rig } from './rig.ts'

const SITE = 1
const PATH = '/api/shifts/export.csv'

/**
 * An instant on the wall clock of the site. The data set has milliseconds everywhere, and nothing in the repeated hour.
 */
const wall = (value: string) => `to_char(${value} at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI:SS.MS')`

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
  start: wall('s.start'),
  end: wall('s."end"'),
  modified_start: wall('s.modified_start'),
  modified_end: wall('s.modified_end'),
  actual_start: wall('s.actual_start'),
  actual_end: wall('s.actual_end'),
  outside: outside('s'),
  hours: 's.hours::text',
  draft: wall('s.draft'),
  notes: 's.notes',
  published_by: 's.published_by::text',
  'published_by/name': 'h.name',
  answer: 's.answer',
  nudged: 's.nudged::text',
  answered_at: wall('s.answered_at'),
  answered_by: 's.answered_by::text',
  'answered_by/name': 'b.name',
  answer_reason: 's.answer_reason',
  timezone: "'Europe/London'",
}

/** The product looks rows up by id, which PostgreSQL does not run in parallel. */
const ONE_PROCESS = '-c max_parallel_workers_per_gather=0'

const STATEMENT = `select ${Object.values(COLUMNS)} from core.shift_facts s
  left join core.events e on e.site_id = s.site_id and e.id = s.event
  left join core.people p on p.site_id = s.site_id and p.id = s.person
  left join core.roles r on r.site_id = s.site_id and r.id = s.role
  left join core.assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join core.locations l on l.site_id = s.site_id and l.id = s.location
  left join core.people h on h.site_id = s.site_id and h.id = s.published_by
  left join core.people b on b.site_id = s.site_id and b.id = s.answered_by
  where s.site_id = $1 order by s.start, s.id`

/**
 * Rows per second of an export of 100,000 rows, against one query on one connection whose rows are written as CSV. Both
 * files must be the same. `csv-export parallel` lets PostgreSQL use parallel workers for that query, its default. Also
 * reports the memory of a separate product at each fifth of the file, after garbage collection.
 */
export const csvExport: Bench = async (rig) => {
  const data = await rig.dataset('club')
  await rates(rig, data, 'csv-export', ONE_PROCESS)
  await rates(rig, data, 'csv-export parallel', '')
  await memoryWhile(rig, data)
}

async function rates({ scale, product, ceiling }: Rig, data: Dataset, name: string, options: string): Promise<void> {
  const columns = Object.keys(COLUMNS)
  const file = await product(data)
  const bare = await ceiling(data, { kind: 'csv', text: STATEMENT, values: [SITE], columns, options })
  const ours = () => download(file.target, PATH, shiftsOf(data))
  const theirs = () => download(bare.target, '/', shiftsOf(data))
  await sameFile(file.target, bare.target)
  for (const warm of [ours, theirs]) await warm()
  const pairs = await inTurns(scale, ours, theirs)
  report(
    name,
    pairs.map(([product, bare]) => product / bare),
  )
  await bare.stop()
  await file.stop()
}

/** @throws unless both files are identical. */
async function sameFile(a: Target, b: Target): Promise<void> {
  const [left = '', right = ''] = await Promise.all([a.url + PATH, b.url].map((url) => fetchText(url, a.headers(SITE))))
  if (left === right) return
  const [ours, theirs] = [left, right].map((text) => text.split('\r\n'))
  const at = ours!.findIndex((line, i) => line !== theirs![i])
  throw new Error(`The files differ in line ${at + 1}:\n${ours![at]}\n${theirs![at]}`)
}

async function memoryWhile(rig: Rig, data: Dataset): Promise<void> {
  const { target } = await rig.product(data, probed)
  const { pid } = target
  const rows = shiftsOf(data)
  const mb = (value: number) => value.toFixed(0)
  for (let warm = 0; warm < 3; warm++) await download(target, PATH, rows)
  const before = await collected(pid)
  let most = before.rss
  const watch = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 20)
  await download(target, PATH, rows)
  clearInterval(watch)
  const after = await collected(pid)
  const live: number[] = []
  let bytes = 0
  await download(target, PATH, rows, async (read, size) => {
    bytes = size
    if (read >= ((live.length + 1) * rows) / 5) live.push((await collected(pid)).live)
  })
  console.log(
    `csv-export memory: ${mb(before.rss)} MB before, ${mb(most)} MB at most, ${mb(after.rss)} MB after, while a file of ${mb(bytes / 2 ** 20)} MB leaves; held at each fifth of it ${[before.live, ...live].map(mb).join(', ')} MB`,
  )
}

/**
 * Rows per second.
 * @param meanwhile receives the rows and bytes so far, and is awaited.
 * @throws when the file has another number of rows.
 */
const download = (
  target: Target,
  path: string,
  rows: number,
  meanwhile?: (rows: number, bytes: number) => Promise<void>,
) =>
  new Promise<number>((resolve, reject) => {
    const begun = performance.now()
    get(target.url + path, { headers: target.headers(SITE) }, async (res) => {
      if (res.statusCode !== 200) return reject(new Error(`${res.statusCode}`))
      let [lines, bytes] = [0, 0]
      try {
        for await (const chunk of res as AsyncIterable<Buffer>) {
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
          bytes += chunk.length
          await meanwhile?.(lines - 1, bytes)
        }
        if (lines !== rows + 1) throw new Error(`${lines - 1} rows came.`)
        resolve(rows / ((performance.now() - begun) / 1000))
      } catch (error) {
        reject(error as Error)
      }
    }).on('error', reject)
  })
