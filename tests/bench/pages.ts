import type { Ceiling } from './ceiling.ts'
import { type Dataset, type Reader, siteOf } from './dataset.ts'
import { compare, fetchText, load, seenBy, type Target } from './load.ts'
import { resident } from './memory.ts'
import type { Bench, Rig } from './rig.ts'

const CONNECTIONS = 10

/** The six pages of a site as a browser opens them, for the site's first event. */
export function pagesOf(data: Dataset, product: Target, site = siteOf(data)) {
  const page = (name: string, path: string, reader: Reader) => ({ name, path, reader: seenBy(product, reader) })
  return [
    page('dashboard', '/dashboard', 'member'),
    page('month', '/events/calendar', 'member'),
    page('event', `/events/${(site - 1) * data.events + 1}`, 'member'),
    page('own shifts', '/profile/shifts', 'member'),
    page('people', '/people/list', 'admin'),
    page('roster grid', '/roster', 'admin'),
  ]
}

/**
 * Requests per second of six pages, each against two ceilings, and the memory of the process after each. One ceiling
 * runs the same statements and answers the same bytes; the other renders the same tree with React and does nothing
 * else.
 */
export const pages: Bench = async (rig) => {
  const data = await rig.dataset('many')
  const recorded = await record(rig, data)
  const product = await rig.product(data)
  for (const { name, path, reader } of pagesOf(data, product.target)) {
    const { html, statements, options } = recorded.get(name)!
    console.log(`page ${name}: ${statements.length} statements`)
    const against = async (name: string, ceiling: Ceiling) => {
      const { target, stop } = await rig.ceiling(data, ceiling)
      const scale = { ...rig.scale, connections: Math.min(CONNECTIONS, rig.scale.connections) }
      const rendered = await fetchText(`${target.url}/`, {})
      if (treeOf(rendered) !== treeOf(html)) throw new Error(`${name}: the pages differ: ${rendered} and ${html}`)
      await compare(
        scale,
        name,
        () => load(scale, reader, path, [siteOf(data)]),
        () => load(scale, target, '/', [siteOf(data)]),
      )
      await stop()
    }
    await against(`page ${name}`, { kind: 'page', statements, html, options })
    await against(`page ${name} of React`, { kind: 'react', html, path })
    console.log(`page ${name} resident ${resident(product.target.pid).toFixed(0)} MB`)
  }
}

async function record(rig: Rig, data: Dataset) {
  const recorder = await rig.recorder(data)
  const product = await rig.product(data, { DATABASE_URL: recorder.url })
  const recorded = new Map<string, { html: string } & Omit<Awaited<ReturnType<typeof recorder.record>>, 'result'>>()
  for (const { name, path, reader } of pagesOf(data, product.target)) {
    const open = () => fetchText(reader.url + path, reader.headers(siteOf(data)))
    await open()
    const { result: html, statements, options } = await recorder.record(open)
    if (!statements.length) throw new Error(`No statement of the page ${name} was recorded.`)
    recorded.set(name, { html, statements, options })
  }
  await product.stop()
  recorder.stop()
  return recorded
}

const treeOf = (html: string) => html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replaceAll(/ nonce="[^"]*"/g, '')
