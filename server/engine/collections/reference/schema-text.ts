import type { FieldLine } from './contract.ts'

export type Json = Record<string, unknown>

const MAX_DEPTH = 3
const words: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
}

export const resolveRef = (root: Json, node: Json): Json =>
  typeof node.$ref === 'string'
    ? resolveRef(
        root,
        node.$ref
          .slice(2)
          .split('/')
          .reduce<Json>((at, part) => at[part] as Json, root),
      )
    : node

const nameOfRef = (node: Json) => (typeof node.$ref === 'string' ? (node.$ref.split('/').at(-1) ?? '') : null)

export function typeText(node: Json): string {
  const name = nameOfRef(node)
  if (name) return name
  const options = (node.anyOf ?? node.oneOf) as Json[] | undefined
  if (options) return [...new Set(options.map(typeText))].join(' or ')
  if (node.allOf && !node.type) return (node.allOf as Json[]).map(typeText).join(' with ')
  if ('const' in node) return JSON.stringify(node.const)
  if (Array.isArray(node.enum)) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(node.type)) return node.type.map((type) => words[type] ?? type).join(' or ')
  if (node.type === 'array') return `list of ${node.items ? typeText(node.items as Json) : 'values'}`
  if (node.format === 'date-time') return 'instant'
  if (node.format === 'date') return 'date'
  if (node.format === 'binary') return 'file'
  const more = node.additionalProperties
  if (typeof more === 'object' && more !== null && !node.properties) return `by key: ${typeText(more as Json)}`
  return words[String(node.type)] ?? (node.type === undefined ? 'anything' : String(node.type))
}

const notesOf = (node: Json): string =>
  [
    node.description,
    node.readOnly && 'Worked out by the server.',
    typeof node.maxLength === 'number' && `At most ${node.maxLength} characters.`,
    typeof node.maxItems === 'number' && `At most ${node.maxItems}.`,
    node.default !== undefined && `Otherwise ${JSON.stringify(node.default)}.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Lists the values of an object, of a list of objects, or of the largest of several alternatives. */
export function fieldLines(root: Json, schema: Json, prefix = '', depth = 0): FieldLine[] {
  const node = resolveRef(root, schema)
  const parts = (node.anyOf ?? node.oneOf) as Json[] | undefined
  if (parts)
    return parts
      .map((part) => fieldLines(root, part, prefix, depth))
      .reduce((longest, lines) => (lines.length > longest.length ? lines : longest), [])
  if (node.allOf) return (node.allOf as Json[]).flatMap((part) => fieldLines(root, part, prefix, depth))
  if (node.items) return fieldLines(root, node.items as Json, prefix, depth)
  const required = new Set((node.required as string[] | undefined) ?? [])
  return Object.entries((node.properties ?? {}) as Record<string, Json>).flatMap(([name, of]) => [
    { name: `${prefix}${name}`, type: typeText(of), required: required.has(name), note: notesOf(of) },
    ...(depth < MAX_DEPTH && !nameOfRef(of) && inner(of) ? fieldLines(root, of, `${prefix}${name}.`, depth + 1) : []),
  ])
}

const inner = (node: Json): boolean =>
  !nameOfRef((node.items ?? {}) as Json) && (node.properties !== undefined || node.items !== undefined || !!node.anyOf)
