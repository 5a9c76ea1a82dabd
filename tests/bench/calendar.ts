import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { type Bare, bareOn } from './bare.ts'
import { bareCalendar, bareGrid } from './bare-statement.ts'
import { type Dataset, openCluster, PEOPLE, SITES, tokenOf } from './dataset.ts'
import { fetchJson, inTurns, load, productOn, reportAnswers, type Target, warmUp } from './load.ts'

const SITE = Math.min(7, SITES)
const ADMIN = (SITE - 1) * PEOPLE + 1
const DAYS = 31

/** Midnight in the sites' zone is midnight in UTC, or an hour before: which makes no difference to what is measured. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const WINDOW = [day(0), day(DAYS)] as const

/** The calendar's month at a million shifts, as its screen and the API ask for it, against the bare query. */
export const calendarWindow = against(
  'calendar-window',
  `/api/events/calendar?start=${WINDOW[0]}&end=${day(DAYS - 1)}`,
  { text: bareCalendar, values: [SITE, ADMIN, ...WINDOW] },
  (answer) => [Object.keys(answer.results?.events ?? answer.events ?? {}).length],
)

/** The data of the roster grid of 31 days at a million shifts, as its page asks for it, against the bare query. */
export const rosterGrid = against(
  'roster-grid',
  `/roster?days=${DAYS}&_data=${encodeURIComponent('routes/roster')}`,
  { text: bareGrid, values: [SITE, ...WINDOW] },
  (answer) => [(answer.grid ?? answer).events?.length, (answer.grid ?? answer).shifts?.length],
)

// biome-ignore format: the shapes that either side answers with.
type Answer = { results?: { events: object }; events?: object & { length?: number }; shifts?: unknown[]; grid?: Answer }

function against(name: string, path: string, bare: Bare, sizes: (answer: Answer) => unknown[]) {
  return async (): Promise<void> => {
    const cluster = await openCluster()
    const data = await cluster.dataset(SITES)
    const cookie = await cookieOf(data)
    const { target: api, stop } = await productOn(data)
    const product: Target = { ...api, headers: (site) => ({ ...api.headers(site), cookie }) }
    if (path.includes('_data=')) product.headers = (site) => ({ host: api.headers(site).host!, cookie })
    const ceiling = await bareOn(data, bare)
    try {
      const [left, right] = await Promise.all(
        [product, ceiling.target].map(({ url, headers }) => fetchJson<Answer>(url + path, headers(SITE))),
      )
      if (String(sizes(left!)) !== String(sizes(right!)))
        throw new Error(`The answers differ: ${sizes(left!)} and ${sizes(right!)}.`)
      const [ours, theirs] = [() => load(product, path, [SITE]), () => load(ceiling.target, path, [SITE])]
      await warmUp(ours, theirs)
      const pairs = await inTurns(ours, theirs)
      reportAnswers(name, pairs)
    } finally {
      ceiling.stop()
      await stop()
      await cluster.stop()
    }
  }
}

/** What a browser loads for the month view: its HTML, and the scripts and styles that the HTML names. */
export async function monthSize(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const cookie = await cookieOf(data)
  const { target, stop } = await productOn(data)
  try {
    const html = await page(`${target.url}/events/calendar`, { host: target.headers(SITE).host!, cookie })
    const sizes = (texts: readonly Buffer[]) => {
      const [raw, gzip] = [texts, texts.map((text) => gzipSync(text))].map((all) =>
        (all.reduce((sum, { length }) => sum + length, 0) / 1024).toFixed(1),
      )
      return `${raw} kB, ${gzip} kB by gzip`
    }
    const files = (type: string) => [
      ...new Set(html.toString().match(new RegExp(`/assets/[\\w.$~-]+\\.${type}`, 'g')) ?? []),
    ]
    console.log(`calendar-month html ${sizes([html])}`)
    for (const [name, type] of [
      ['scripts', 'js'],
      ['styles', 'css'],
    ] as const)
      console.log(
        `calendar-month ${name} ${sizes(files(type).map((file) => readFileSync(`build/client${file}`)))}, ${files(type).length} files`,
      )
  } finally {
    await stop()
    await cluster.stop()
  }
}

/** A browser's session of the site's admin. */
async function cookieOf(data: Dataset): Promise<string> {
  const token = tokenOf(SITE).replace('wa_', 'ws_')
  const client = new pg.Client({ connectionString: data.superuserUrl })
  await client.connect()
  await client.query(
    'update core.sessions set cookie_hash = $2, last_seen_at = now(), rotated_at = now() where site_id = $1 and person = $3',
    [SITE, createHash('sha256').update(token).digest(), ADMIN],
  )
  await client.end()
  return `__Host-sid=${token}`
}

const page = (url: string, headers: Record<string, string>) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      if (res.statusCode === 200) resolve(Buffer.concat(chunks))
      else reject(new Error(`${res.statusCode}`))
    }).on('error', reject)
  })
