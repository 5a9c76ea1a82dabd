import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import { readWindow } from '#server/calendar/window-input.ts'
import { type Bare, bareOn, sameAnswer } from './bare.ts'
import { bareCalendar, bareGrid } from './bare-statement.ts'
import { cookieOf, openCluster, PEOPLE, SITES } from './dataset.ts'
import { inTurns, load, productOn, reportAnswers, type Target, warmUp } from './load.ts'

const SITE = Math.min(7, SITES)
const ADMIN = (SITE - 1) * PEOPLE + 1
const DAYS = 31
const cookie = `__Host-sid=${cookieOf(SITE, 'admin')}`

/** Midnight in the sites' zone is midnight in UTC, or an hour before: which makes no difference to what is measured. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const WINDOW = [day(0), day(DAYS)] as const

const MONTH = new URLSearchParams({ start: WINDOW[0], end: day(DAYS - 1) })
const { from, to } = readWindow(MONTH, new Date(), 'Europe/London')

/** The calendar's month at a million shifts, as the API answers it, against the bare query: both answer the same. */
export const calendarWindow = against('calendar-window', `/api/events/calendar?${MONTH}`, {
  text: bareCalendar,
  values: [SITE, ADMIN, from, to, `Bench ${SITE}`],
})

/** The data of the roster grid of 31 days at a million shifts, as its page asks for it, against the bare query. */
export const rosterGrid = against(
  'roster-grid',
  `/roster?days=${DAYS}&_data=${encodeURIComponent('routes/roster')}`,
  { text: bareGrid, values: [SITE, ...WINDOW] },
  (ours, theirs) => String(sizes(ours)) === String(sizes(theirs)),
)

type Grid = { events?: unknown[]; shifts?: unknown[] }
type Answer = Grid & { grid?: Grid }

const sizes = ({ grid, events, shifts }: Answer) => [(grid?.events ?? events)?.length, (grid?.shifts ?? shifts)?.length]

/** @param agree whether both answers are the same; to the last field unless given. */
function against(name: string, path: string, bare: Bare, agree?: (ours: Answer, theirs: Answer) => boolean) {
  return async (): Promise<void> => {
    const cluster = await openCluster()
    const data = await cluster.dataset(SITES)
    const { target: api, stop } = await productOn(data)
    const product: Target = { ...api, headers: (site) => ({ ...api.headers(site), cookie }) }
    if (path.includes('_data=')) product.headers = (site) => ({ host: api.headers(site).host!, cookie })
    const ceiling = await bareOn(data, bare)
    try {
      await sameAnswer(product, ceiling.target, path, SITE, agree)
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
  const { target, stop } = await productOn(data)
  try {
    const open = (device: Record<string, string>) =>
      page(`${target.url}/events/calendar`, { host: target.headers(SITE).host!, cookie, ...device })
    const html = await open({ 'sec-ch-ua-mobile': '?1' })
    const onDesktop = await open({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' })
    const sizes = (texts: readonly Buffer[]) => {
      const [raw, gzip] = [texts, texts.map((text) => gzipSync(text))].map((all) =>
        (all.reduce((sum, { length }) => sum + length, 0) / 1024).toFixed(1),
      )
      return `${raw} kB, ${gzip} kB by gzip`
    }
    const files = (type: string) => [
      ...new Set(html.toString().match(new RegExp(`/assets/[\\w.$~-]+\\.${type}`, 'g')) ?? []),
    ]
    console.log(`calendar-month html ${sizes([html])} on a phone, ${sizes([onDesktop])} on a desktop`)
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

const page = (url: string, headers: Record<string, string>) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      if (res.statusCode === 200) resolve(Buffer.concat(chunks))
      else reject(new Error(`${res.statusCode}`))
    }).on('error', reject)
  })
