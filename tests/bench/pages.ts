import { bareOn, reactOn } from './bare.ts'
import { openCluster, type Reader, SITES } from './dataset.ts'
import type { Load } from './figures.ts'
import { fetchText, inTurns, load, productOn, reportAnswers, seenBy, type Target, warmUp } from './load.ts'
import { resident } from './memory.ts'
import { createRecorder } from './sent-statements.ts'

const SITE = Math.min(7, SITES)
const CONNECTIONS = 10
const OPTIONS = '-c role=watchbill_app -c search_path=core,identity,platform -c TimeZone=UTC -c jit=off'

type Page = { path: string; reader: Reader }

/** The six pages at a site. The event is the site's first: each has 125. */
export const pagesAt = (site: number): Record<string, Page> => ({
  dashboard: { path: '/dashboard', reader: 'member' },
  month: { path: '/events/calendar', reader: 'member' },
  event: { path: `/events/${(site - 1) * 125 + 1}`, reader: 'member' },
  'own shifts': { path: '/profile/shifts', reader: 'member' },
  people: { path: '/people/list', reader: 'admin' },
  'roster grid': { path: '/roster', reader: 'admin' },
})
export const PAGES = pagesAt(SITE)

/** Where a page is opened, and by whom. */
export const addressOf = (product: Target, { path, reader }: Page) => ({
  target: seenBy(product, reader),
  path,
  site: SITE,
})

/**
 * Requests a second of six pages, each against two ceilings, and the memory of the process after each. One ceiling runs the same
 * statements and answers the same bytes; the other renders the same tree with React, without any of the work around it.
 */
export async function pages(): Promise<void> {
  const recorder = createRecorder()
  const cluster = await openCluster({ onLog: recorder.onLog })
  const data = await cluster.dataset(SITES)
  const product = await productOn(data)
  try {
    for (const [name, page] of Object.entries(PAGES)) {
      const { target, path } = addressOf(product.target, page)
      const open = () => fetchText(target.url + path, target.headers(SITE))
      const html = await open()
      const statements = await recorder.record(data.superuserUrl, open)
      const answered = () => load(target, path, [SITE], { connections: CONNECTIONS })
      console.log(`${name}: ${statements.length} statements`)
      await against(`page ${name}`, answered, () =>
        bareOn(data, { text: '', values: [], page: { statements, html, options: OPTIONS } }),
      )
      await against(`page ${name} of React`, answered, () => reactOn(html, path))
      console.log(`page ${name} resident ${resident(product.target.pid).toFixed(0)} MB`)
    }
  } finally {
    await product.stop()
    await cluster.stop()
  }
}

/** Measures answers against those of a ceiling, which runs for as long as that takes. */
async function against(name: string, answered: () => Promise<Load>, ceiling: () => ReturnType<typeof bareOn>) {
  const { target, stop } = await ceiling()
  const theirs = () => load(target, '/', [SITE], { connections: CONNECTIONS })
  try {
    await warmUp(answered, theirs)
    reportAnswers(name, await inTurns(answered, theirs))
  } finally {
    stop()
  }
}
