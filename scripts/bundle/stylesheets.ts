import type { Plugin, Rollup } from 'vite'

const SHELL = /\/app\/(?:root|entry\.client)\.tsx(?:\?|$)/

/** All screens with a list share its stylesheet. */
const LIST_SCREEN = /\/app\/collections\/list-screen\.tsx$/

type Chunk = Rollup.OutputChunk
type Styles = ReadonlySet<string>

/**
 * Joins the styles of each page and of each part loaded on demand into one stylesheet. Otherwise every shared set of
 * modules has a stylesheet of its own, up to 25 a page, and the first paint waits for each. Several stylesheets may hold
 * the same styles; those of the shell and of lists are only in their own.
 */
export function joinStylesheets(): Plugin {
  return {
    name: 'watchbill:join-stylesheets',
    // After Vite has written the styles of each chunk, before it lists what each page loads.
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name === 'ssr') return
      const sheets = sheetsOf(bundle)
      const texts = new Map<string, string>()
      for (const [file, asset] of Object.entries(bundle))
        if (asset.type === 'asset' && file.endsWith('.css')) {
          texts.set(file, String(asset.source))
          delete bundle[file]
        }
      const files = new Map<string, string>()
      for (const chunk of chunksOf(bundle)) {
        const source = [...(sheets.get(chunk) ?? [])].map((file) => texts.get(file)).join('')
        if (source && !files.has(source))
          files.set(source, this.getFileName(this.emitFile({ type: 'asset', name: `${chunk.name}.css`, source })))
        const file = files.get(source)
        chunk.viteMetadata?.importedCss.clear()
        if (file) chunk.viteMetadata?.importedCss.add(file)
      }
    },
  }
}

const chunksOf = (bundle: Rollup.OutputBundle) => Object.values(bundle).filter((part) => part.type === 'chunk')

/** Returns the styles of each chunk that gets a stylesheet, in the order in which the chunks run. */
function sheetsOf(bundle: Rollup.OutputBundle): ReadonlyMap<Chunk, Styles> {
  const chunks = chunksOf(bundle)
  const loaded = new Map(chunks.map((chunk) => [chunk, loadedWith(chunk, bundle)]))
  const stylesOf = (chunk: Chunk): Styles =>
    new Set(loaded.get(chunk)?.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const shell = chunks.filter(isShell)
  const ofShell = new Set(shell.flatMap((chunk) => [...stylesOf(chunk)]))
  const there = alreadyThere(chunks.filter(isStart), loaded, stylesOf)
  const sheets = new Map<Chunk, Styles>(shell.map((chunk) => [chunk, ofShell]))
  const holders = chunks.filter((chunk) => !isShell(chunk) && (isStart(chunk) || isListScreen(chunk)))
  // A chunk loads more than each of those that it imports.
  for (const chunk of holders.sort((a, b) => (loaded.get(a)?.length ?? 0) - (loaded.get(b)?.length ?? 0))) {
    const imported = loaded.get(chunk)?.flatMap((other) => [...(sheets.get(other) ?? [])])
    const has = new Set([...ofShell, ...(imported ?? []), ...(there.get(chunk) ?? [])])
    sheets.set(chunk, new Set([...stylesOf(chunk)].filter((file) => !has.has(file))))
  }
  return sheets
}

const isStart = (chunk: Chunk) => chunk.isEntry || chunk.isDynamicEntry
const isListScreen = (chunk: Chunk) => chunk.moduleIds.some((id) => LIST_SCREEN.test(id))
const isShell = (chunk: Chunk) => SHELL.test(chunk.facadeModuleId ?? '')

/** What a chunk loads, in the order in which it runs: itself last. */
function loadedWith(start: Chunk, bundle: Rollup.OutputBundle): readonly Chunk[] {
  const chunks = new Set<Chunk>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (seen.has(name) || chunk?.type !== 'chunk') return
    seen.add(name)
    chunk.imports.forEach(visit)
    chunks.add(chunk)
  }
  visit(start.fileName)
  return [...chunks]
}

/** The styles that every page has when it loads a chunk on demand. */
function alreadyThere(
  starts: readonly Chunk[],
  loaded: ReadonlyMap<Chunk, readonly Chunk[]>,
  stylesOf: (chunk: Chunk) => Styles,
): ReadonlyMap<Chunk, Styles> {
  const onDemand = starts.filter((chunk) => !chunk.isEntry)
  const loadersOf = new Map(
    onDemand.map((chunk) => [
      chunk,
      starts.filter((start) =>
        loaded.get(start)?.some(({ dynamicImports }) => dynamicImports.includes(chunk.fileName)),
      ),
    ]),
  )
  const there = new Map<Chunk, Styles>(starts.filter(({ isEntry }) => isEntry).map((chunk) => [chunk, new Set()]))
  for (let before = -1, now = 0; before !== now; ) {
    before = now
    for (const [chunk, loaders] of loadersOf) {
      const known = loaders.flatMap((loader) => {
        const first = there.get(loader)
        return first ? [new Set([...first, ...stylesOf(loader)])] : []
      })
      const [some, ...others] = known
      if (some) there.set(chunk, new Set([...some].filter((file) => others.every((other) => other.has(file)))))
    }
    now = [...there.values()].reduce((sum, { size }) => sum + size, 1)
  }
  return there
}
