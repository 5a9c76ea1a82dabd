import type { Plugin } from 'vite'

const CONTRACT = /\/server\/(?:.*\/)?(?:contract|[\w-]+-contract)\.ts$/

type Syntax = { type: string; start: number } & Record<string, unknown>

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

/** Offsets of the calls that run when the module is loaded: not those inside functions. */
function callsAtLoad(node: unknown, offsets: Set<number>): Set<number> {
  if (Array.isArray(node)) for (const part of node) callsAtLoad(part, offsets)
  if (!isSyntax(node) || /Function/.test(node.type)) return offsets
  if (node.type === 'CallExpression') offsets.add(node.start)
  for (const part of Object.values(node)) callsAtLoad(part, offsets)
  return offsets
}

/**
 * Marks the calls at the top of a contract as pure: they make schemas. A screen that imports a contract's labels or limits then
 * leaves its schemas, and zod with them, on the server.
 */
export function keepUnusedSchemasOutOfTheBrowser(): Plugin {
  return {
    name: 'watchbill:keep-unused-schemas-out-of-the-browser',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name === 'ssr' || !CONTRACT.test(id)) return null
      const offsets = [...callsAtLoad(this.parse(code).body, new Set())].sort((a, b) => a - b)
      const parts = [0, ...offsets].map((start, index) => code.slice(start, offsets[index]))
      return { code: parts.join('/*#__PURE__*/ '), map: null }
    },
  }
}
