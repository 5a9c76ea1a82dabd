import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

const PAGES =
  /\/routes\/(?:dashboard|events\.calendar\.\$date|events\.calendar\._index|events\.\$pk\._index|series\.\$pk\._index|profile\.\w+|unavailability\.\$date|hello|login|events\.public)\.tsx(?:\?|$)/

/** Libraries, list components and admins' screens: unused there, or loaded when a dialog opens. */
const EXCLUDED =
  /\/node_modules\/(?:temporal-polyfill|@dnd-kit|@tanstack|react-easy-crop|@codemirror|@lezer|@zxcvbn-ts|libphonenumber-js|@simplewebauthn)\/|\/app\/collections\/(?:list-|filter-|record-|bulk-|import-|order-|columns|field-)|\/app\/features\/(?:apikeys|audit|imports|operators|organisation|requests\/(?!cards\/)|shifts\/(?:add-event|printed-list|roster|roster-grid))\//

const EVERY_PAGE = /\/app\/(?:root|entry\.client)\.tsx(?:\?|$)/

/**
 * Maximum gzipped scripts of a first visit, in kB of 1,024 bytes: today's figure plus one, without the list of routes,
 * which Remix writes later. Most members open the month first, on a phone.
 */
const MOST_KB: Readonly<Record<string, number>> = {
  'events.calendar._index': 114,
  'dashboard_.news': 125,
  'events.calendar.$date': 133,
  'profile.shifts': 168,
  'events.$pk._index': 186,
  dashboard: 189,
}

/**
 * Fails the client build when a members' page would load an excluded module, and names it. The size limit catches what
 * the list misses; its error names the heaviest files.
 */
export function keepMembersPagesLean({ mostKb = MOST_KB } = {}): Plugin {
  return {
    name: 'watchbill:keep-members-pages-lean',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name === 'ssr') return
      for (const page of Object.values(bundle)) {
        if (page.type !== 'chunk' || !PAGES.test(page.facadeModuleId ?? '')) continue
        for (const chunk of loadedWith(page, bundle))
          for (const [id, { renderedLength }] of Object.entries(chunk.modules))
            if (renderedLength > 0 && EXCLUDED.test(id))
              this.error(`${id} must not be loaded with ${page.name}, which members open.`)
      }
      for (const [page, most] of Object.entries(mostKb)) {
        const files = weigh(page, bundle)
        const total = files.reduce((sum, { kb }) => sum + kb, 0)
        if (total > most)
          this.error(
            `${page} loads ${total.toFixed(1)} kB of scripts by gzip, more than ${most}. The heaviest: ${files
              .slice(0, 8)
              .map(({ name, kb }) => `${name} ${kb.toFixed(1)}`)
              .join(', ')}`,
          )
      }
    },
  }
}

function loadedWith(start: Rollup.OutputChunk, bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const chunks = new Set([start])
  for (const { imports } of chunks)
    for (const name of imports) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk') chunks.add(chunk)
    }
  return chunks
}

/** Lists what a first visit loads, the heaviest first. @param page the name of its route file. */
function weigh(page: string, bundle: Rollup.OutputBundle): { name: string; kb: number }[] {
  const isStart = (id: string) => EVERY_PAGE.test(id) || id.split('?')[0]?.endsWith(`/routes/${page}.tsx`)
  const starts = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
  const loaded = starts.filter((chunk) => isStart(chunk.facadeModuleId ?? ''))
  return [...new Set(loaded.flatMap((chunk) => [...loadedWith(chunk, bundle)]))]
    .map(({ fileName, code }) => ({ name: fileName, kb: gzipSync(code).length / 1024 }))
    .sort((a, b) => b.kb - a.kb)
}
