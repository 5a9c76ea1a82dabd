import path from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** Modules that only re-export the modules of their package. */
const BARREL =
  /\/node_modules\/(@mantine\/(?:core|hooks)|@tabler\/icons-react)\/(?:esm\/index|dist\/esm\/tabler-icons-react)\.mjs$/

const packageOf = (barrel: string) => BARREL.exec(barrel)?.[1] ?? ''

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//

/** Components of Mantine that most pages use, though not the shell: one more chunk. */
const COMPONENTS =
  /\/node_modules\/@mantine\/core\/esm\/components\/(Button|ActionIcon|Text|Title|Group|Stack|Anchor|Alert)\/\1\.mjs$/

const FIRST_PAGE = /\/routes\/events\.calendar\._index\.tsx(?:\?|$)/

/** Icons and small pieces that would otherwise be separate files, each in the browser's list of routes. */
const SMALL =
  /\/node_modules\/@tabler\/|\/app\/ui\/|\/app\/features\/(?:answers\/own-mark|open-shifts\/calendar-tabs)\.tsx/

/** Chunks that keep their names, for reading a list of requests. */
const NAMED: ReadonlySet<string> = new Set(['framework', 'libraries', 'shell', 'components', 'entry.client', 'root'])

const ON_DEMAND = /-(?:dialog|sheet)\.css$/

/** The bundler's helpers: in the lowest chunk, to avoid circular imports of chunks. */
const HELPERS = /^\0(?:commonjsHelpers|vite\/)/

type Syntax = {
  type: string
  source?: { value: string } | null
  specifiers?: { imported?: { name: string }; exported?: { name: string } }[]
}

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleInfo' | 'getModuleIds'>

/**
 * Bundles modules of every page into three chunks (framework, other libraries, shell with the icons and small pieces of
 * the first page), and those of most pages into a fourth. Otherwise the bundler makes a chunk of every shared set, even
 * of an icon of 300 bytes: a hundred requests a page.
 * @param root absolute path of the project.
 */
export function keepTheShellTogether(root: string): Plugin {
  return {
    name: 'watchbill:keep-the-shell-together',
    apply: 'build',
    outputOptions(options) {
      if (this.environment.name === 'ssr') return null
      let framework: ReadonlySet<string> | undefined
      let shell: ReadonlySet<string> | undefined
      let components: ReadonlySet<string> | undefined
      let firstPage: ReadonlySet<string> | undefined
      const manualChunks = (id: string, graph: Graph) => {
        framework ??= reachedFrom(
          [...graph.getModuleIds()].filter((module) => FRAMEWORK.test(module)),
          graph,
        )
        shell ??= reachedFrom([`${root}/app/entry.client.tsx`, `${root}/app/root.tsx`], graph)
        if (framework.has(id) || HELPERS.test(id)) return 'framework'
        components ??= reachedFrom(
          [...graph.getModuleIds()].filter((module) => COMPONENTS.test(module)),
          graph,
        )
        firstPage ??= reachedFrom(
          [...graph.getModuleIds()].filter((module) => FIRST_PAGE.test(module)),
          graph,
        )
        const isShell = shell.has(id) || (SMALL.test(id) && firstPage.has(id))
        if (!isShell) return components.has(id) ? 'components' : undefined
        return id.includes('/node_modules/') ? 'libraries' : 'shell'
      }
      // Hash-only names shorten the list of routes, which every page loads. It excludes chunks that are loaded on
      // demand.
      const nameOf = ({ name, isDynamicEntry }: Rollup.PreRenderedChunk) =>
        `assets/${NAMED.has(name) || isDynamicEntry ? '[name]-' : ''}[hash].js`
      const assetFileNames = ({ names }: { names: string[] }) =>
        `assets/${names.some((name) => name.endsWith('.css') && !ON_DEMAND.test(name)) ? '' : '[name]-'}[hash][extname]`
      return {
        ...options,
        manualChunks,
        onlyExplicitManualChunks: true,
        entryFileNames: nameOf,
        chunkFileNames: nameOf,
        assetFileNames,
      }
    },
  }
}

/** All modules that `starts` import statically; of a barrel only those named. */
function reachedFrom(starts: readonly string[], { getModuleInfo, getModuleIds }: Graph): ReadonlySet<string> {
  const syntaxOf = (id: string) => (getModuleInfo(id)?.ast?.body ?? []) as unknown as readonly Syntax[]
  const indexes = new Map([...getModuleIds()].flatMap((id) => (BARREL.test(id) ? [[packageOf(id), id]] : [])))
  const modules = new Map([...indexes].map(([name, id]) => [name, exportsOf(id, syntaxOf(id))]))
  const barrels = new Set(indexes.values())
  const seen = new Set<string>()
  const waiting = [...starts]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(getModuleInfo(id)?.importedIds ?? []).filter((to) => !barrels.has(to)))
    for (const { type, source, specifiers = [] } of syntaxOf(id)) {
      const named = type === 'ImportDeclaration' ? modules.get(source?.value ?? '') : undefined
      for (const { imported } of specifiers) waiting.push(named?.get(imported?.name ?? '') ?? id)
    }
  }
  return seen
}

const exportsOf = (barrel: string, syntax: readonly Syntax[]): ReadonlyMap<string, string> =>
  new Map(
    syntax.flatMap(({ type, source, specifiers = [] }) =>
      type === 'ExportNamedDeclaration' && source
        ? specifiers.map(({ exported }): [string, string] => [
            exported?.name ?? '',
            path.join(path.dirname(barrel), source.value),
          ])
        : [],
    ),
  )
