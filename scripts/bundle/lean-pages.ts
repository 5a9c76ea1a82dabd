import type { Plugin, Rollup } from 'vite'

/** The pages that members open, by their route files. */
const PAGES =
  /\/app\/routes\/(?:dashboard|events\.calendar\.\$date|events\.calendar\._index|events\.\$pk\._index|series\.\$pk\._index|profile\.\w+|unavailability\.\$date|hello|login|events\.public)\.tsx(?:\?|$)/

/** What they do without, or load when a dialog of theirs is opened: libraries, the machinery of lists, and screens of admins. */
const ELSEWHERE =
  /\/node_modules\/(?:temporal-polyfill|@dnd-kit|@tanstack|react-easy-crop|@zxcvbn-ts|libphonenumber-js|@simplewebauthn)\/|\/app\/collections\/(?:list-|filter-|record-|bulk-|import-|order-|columns|field-)|\/app\/screens\/(?:all-records|api-docs|audit|console|events-admin|imports|organisation|requests|roster|roster-grid|shift-list)\//

/**
 * Fails the client build when a page that members open would load code that it has no use for, by the name of the module: a size
 * would only say that something grew.
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
            if (renderedLength > 0 && ELSEWHERE.test(id))
              this.error(`${id} must not be loaded with ${page.name}, which members open.`)
      }
    },
  }
}

/** A file of the bundle and all that it imports, other than on demand. */
function loadedWith(start: Rollup.OutputChunk, bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const found = new Set([start])
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk') found.add(chunk)
    }
  return found
}
