import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readWindow } from '#server/calendar/window-input.ts'
import { bareCalendar, bareGrid } from './bare-statement.ts'
import { type Ceiling, sameAnswer } from './ceiling.ts'
import { cookieOf, type Dataset, siteOf } from './dataset.ts'
import { compare, fetchText, load, type Target } from './load.ts'
import type { Bench } from './rig.ts'

const DAYS = 31

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const [FIRST, LAST] = [day(0), day(DAYS - 1)]
const MONTH = new URLSearchParams({ start: FIRST, end: LAST })
const { from, to } = readWindow(MONTH, new Date(), 'Europe/London')

const cookieFor = (site: number) => `__Host-sid=${cookieOf(site, 'admin')}`

/** The calendar's month at a million shifts, against the bare query. Both must answer the same. */
export const calendarWindow = against('calendar-window', (data) => {
  const site = siteOf(data)
  const admin = (site - 1) * data.people + 1
  return {
    path: `/api/events/calendar?${MONTH}`,
    headers: ({ headers }) => ({ ...headers(site), cookie: cookieFor(site) }),
    bare: { kind: 'json', text: bareCalendar, values: [site, admin, from, to, `Bench ${site}`] },
  }
})

/** The roster grid of 31 days at a million shifts, against the bare query. Both must answer the same. */
export const rosterGrid = against('roster-grid', (data) => {
  const site = siteOf(data)
  return {
    path: `/roster?from=${FIRST}&days=${DAYS}&_data=${encodeURIComponent('routes/roster')}`,
    headers: ({ headers }) => ({ host: headers(site).host!, cookie: cookieFor(site) }),
    bare: { kind: 'json', text: bareGrid, values: [site, from, to, FIRST, day(DAYS)] },
    part: (answer) => 'grid' in answer && answer.grid,
  }
})

type Against = {
  path: string
  headers: (product: Target) => Record<string, string>
  bare: Ceiling
  part?: (answer: object) => unknown
}

function against(name: string, of: (data: Dataset) => Against): Bench {
  return async ({ scale, dataset, product, ceiling }) => {
    const data = await dataset('many')
    const site = siteOf(data)
    const { path, headers, bare, part } = of(data)
    const api = (await product(data)).target
    const { target } = await ceiling(data, bare)
    const page: Target = { ...api, headers: () => headers(api) }
    await sameAnswer(page, target, path, site, part)
    await compare(
      scale,
      name,
      () => load(scale, page, path, [site]),
      () => load(scale, target, path, [site]),
    )
  }
}

export const monthSize: Bench = async ({ dataset, product }) => {
  const data = await dataset('many')
  const site = siteOf(data)
  const { target } = await product(data)
  const open = async (device: Record<string, string>) => {
    const headers = { host: target.headers(site).host!, cookie: cookieFor(site), ...device }
    return Buffer.from(await fetchText(`${target.url}/events/calendar`, headers))
  }
  const html = await open({ 'sec-ch-ua-mobile': '?1' })
  const onDesktop = await open({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' })
  console.log(`calendar-month html ${sizeOf([html])} on a phone, ${sizeOf([onDesktop])} on a desktop`)
  for (const [name, type] of [
    ['scripts', 'js'],
    ['styles', 'css'],
  ] as const) {
    const files = [...new Set(html.toString().match(new RegExp(`/assets/[\\w.$~-]+\\.${type}`, 'g')))]
    if (!files.length) throw new Error(`The month names no ${name}.`)
    const size = sizeOf(files.map((file) => readFileSync(`build/client${file}`)))
    console.log(`calendar-month ${name} ${size}, ${files.length} files`)
  }
}

function sizeOf(texts: readonly Buffer[]): string {
  const [raw, gzip] = [texts, texts.map((text) => gzipSync(text))].map((all) =>
    (all.reduce((sum, { length }) => sum + length, 0) / 1024).toFixed(1),
  )
  return `${raw} kB, ${gzip} kB by gzip`
}
