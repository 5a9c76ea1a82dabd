import type { Plugin, Rollup } from 'vite'

/** The pages that members open, by their route files. */
const PAGES =
  /\/app\/routes\/(?:dashboard|events\.calendar\.\$date|events\.calendar\._index|events\.\$pk\._index|series\.\$pk\._index|profile\.\w+|unavailability\.\$date|hello|login|events\.public)\.tsx(?:\?|$)/

/** Libraries, the list components and admins' screens: not needed there, or loaded when a dialog opens. */
const EXCLUDED =
  /\/node_modules\/(?:temporal-polyfill|@dnd-kit|@tanstack|react-easy-crop|@zxcvbn-ts|libphonenumber-js|@simplewebauthn)\/|\/app\/collections\/(?:list-|filter-|record-|bulk-|import-|order-|columns|field-)|\/app\/screens\/(?:all-records|api-docs|audit|console|events-admin|imports|organisation|requests|roster|roster-grid|shift-list)\//

/**
 * Fails the client build when a page that members open would load an excluded module, and names it: a limit on the size would only
 * say that something grew.
 */
export function keepMembersPagesLean(): Plugin {
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
    },
  }
}

/** A chunk and all that it imports statically. */
function loadedWith(start: Rollup.OutputChunk, bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const chunks = new Set([start])
  for (const { imports } of chunks)
    for (const name of imports) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk') chunks.add(chunk)
    }
  return chunks
}
