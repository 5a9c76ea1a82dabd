import type { Plugin } from 'vite'

const CONTRACT = /\/server\/(?:.*\/)?(?:contract|[\w-]+-contract)\.ts$/

type Syntax = { type: string; start: number } & Record<string, unknown>

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

function callsAtLoad(node: unknown, offsets: Set<number>): Set<number> {
  if (Array.isArray(node)) for (const part of node) callsAtLoad(part, offsets)
  if (!isSyntax(node) || /Function/.test(node.type)) return offsets
  if (node.type === 'CallExpression') offsets.add(node.start)
  for (const part of Object.values(node)) callsAtLoad(part, offsets)
  return offsets
}

/**
 * Marks top-level calls of a contract as pure, since they only make schemas. A screen that imports labels or limits
 * then bundles neither schemas nor zod.
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
