import { bareOn } from './bare.ts'
import { openCluster, type Reader, SITES } from './dataset.ts'
import { fetchText, inTurns, load, productOn, reportAnswers, seenBy, warmUp } from './load.ts'
import { resident } from './memory.ts'
import { createRecorder } from './sent-statements.ts'

const SITE = Math.min(7, SITES)
const CONNECTIONS = 10
const OPTIONS = '-c role=watchbill_app -c search_path=core,identity,platform -c TimeZone=UTC -c jit=off'

/** The event is the site's first: each has 125. */
const PAGES: Record<string, { path: string; reader: Reader }> = {
  dashboard: { path: '/dashboard', reader: 'member' },
  month: { path: '/events/calendar', reader: 'member' },
  event: { path: `/events/${(SITE - 1) * 125 + 1}`, reader: 'member' },
  'own shifts': { path: '/profile/shifts', reader: 'member' },
  people: { path: '/people/list', reader: 'admin' },
  'roster grid': { path: '/roster', reader: 'admin' },
}

/**
 * Requests a second of six pages, each against a bare server that runs the same statements and answers the same bytes, and the
 * memory of the process after each.
 */
export async function pages(): Promise<void> {
  const recorder = createRecorder()
  const cluster = await openCluster({ onLog: recorder.onLog })
  const data = await cluster.dataset(SITES)
  const product = await productOn(data)
  try {
    for (const [name, { path, reader }] of Object.entries(PAGES)) {
      const target = seenBy(product.target, reader)
      const open = () => fetchText(target.url + path, target.headers(SITE))
      const statements = await recorder.record(data.superuserUrl, open)
      const bare = await bareOn(data, {
        text: '',
        values: [],
        page: { statements, html: await open(), options: OPTIONS },
      })
      try {
        const options = { connections: CONNECTIONS }
        const [ours, theirs] = [
          () => load(target, path, [SITE], options),
          () => load(bare.target, path, [SITE], options),
        ]
        await warmUp(ours, theirs)
        console.log(`${name}: ${statements.length} statements`)
        reportAnswers(`page ${name}`, await inTurns(ours, theirs))
        console.log(`page ${name} resident ${resident(product.target.pid).toFixed(0)} MB`)
      } finally {
        bare.stop()
      }
    }
  } finally {
    await product.stop()
    await cluster.stop()
  }
}
