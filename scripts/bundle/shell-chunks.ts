import path from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** Modules that hand out those of their package: each name stands for a module of its own, and only that is used. */
const BARREL =
  /\/node_modules\/(@mantine\/(?:core|hooks)|@tabler\/icons-react)\/(?:esm\/index|dist\/esm\/tabler-icons-react)\.mjs$/

const packageOf = (barrel: string) => BARREL.exec(barrel)?.[1] ?? ''

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//

/** What the bundler itself adds, for whoever needs it: it stands lowest, so that the files do not wait for each other in a circle. */
const HELPERS = /^\0(?:commonjsHelpers|vite\/)/

type Syntax = {
  type: string
  source?: { value: string } | null
  specifiers?: { imported?: { name: string }; exported?: { name: string } }[]
}

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleInfo' | 'getModuleIds'>

/**
 * What every page loads comes in three files: the framework, the other libraries and our own shell. Left to itself the bundler makes
 * a file of whatever is shared by the same pages, an icon of 300 bytes too: a hundred requests for a page. Nothing is added to what a
 * page loads, since the three hold only what the root imports, and only of it what is used.
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
      const manualChunks = (id: string, graph: Graph) => {
        framework ??= reachedFrom(
          [...graph.getModuleIds()].filter((one) => FRAMEWORK.test(one)),
          graph,
        )
        shell ??= reachedFrom([`${root}/app/entry.client.tsx`, `${root}/app/root.tsx`], graph)
        if (framework.has(id) || HELPERS.test(id)) return 'framework'
        if (!shell.has(id)) return undefined
        return id.includes('/node_modules/') ? 'libraries' : 'shell'
      }
      return { ...options, manualChunks, onlyExplicitManualChunks: true }
    },
  }
}

/** Every module that is imported from `starts`, other than on demand; of a barrel only what is named. */
function reachedFrom(starts: readonly string[], { getModuleInfo, getModuleIds }: Graph): ReadonlySet<string> {
  const syntaxOf = (id: string) => (getModuleInfo(id)?.ast?.body ?? []) as unknown as readonly Syntax[]
  const indexes = new Map([...getModuleIds()].flatMap((id) => (BARREL.test(id) ? [[packageOf(id), id]] : [])))
  const modules = new Map([...indexes].map(([name, id]) => [name, handedOut(id, syntaxOf(id))]))
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

/** Which module stands behind each name of a barrel. */
const handedOut = (barrel: string, syntax: readonly Syntax[]): ReadonlyMap<string, string> =>
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
