import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Precedes the location in a line of a stack: "at main (file:///srv/build/main.js:120:15)". */
const SCHEME = 'file://'
/** Longer lines are not from our code. */
const MAX_LINE = 2_000

const maps = new Map<string, WeakRef<SourceMap>>()

/**
 * The source map beside a built file, loaded on demand and released with memory: `--enable-source-maps` would load
 * those of every package at the start and keep 48 MB.
 */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)?.deref()
  if (known) return known
  if (!existsSync(`${file}.map`)) return null
  const read = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  maps.set(file, new WeakRef(read))
  return read
}

function lineInSources(text: string): string {
  const start = text.lastIndexOf(SCHEME)
  if (start < 0 || text.length > MAX_LINE || !text.startsWith('    at ')) return text
  const end = text.endsWith(')') ? text.length - 1 : text.length
  const [column, line, ...address] = text.slice(start, end).split(':').reverse()
  const file = fileURLToPath(address.reverse().join(':'))
  const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (!found || !('originalSource' in found)) return text
  const source = path.relative(process.cwd(), path.resolve(path.dirname(file), found.originalSource))
  return `${text.slice(0, start)}${source}:${found.originalLine + 1}:${found.originalColumn + 1}${text.slice(end)}`
}

/**
 * Maps a stack of built code to our sources, like Node.js with `--enable-source-maps`. That option loads and keeps the
 * maps of every package; this loads ours when an error is logged.
 * @returns the unchanged stack if no map is found.
 */
export function sourceStack(stack: string): string {
  try {
    return stack.split('\n').map(lineInSources).join('\n')
  } catch {
    // An error must be logged, whatever is wrong with a map.
    return stack
  }
}

export const thrownText = (thrown: unknown): string =>
  thrown instanceof Error ? sourceStack(thrown.stack ?? thrown.message) : String(thrown)
