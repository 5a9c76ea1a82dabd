import { type Json, resolveRef } from './schema-text.ts'

const TEXTS: readonly [RegExp, string][] = [
  [/email/, 'ann@example.org'],
  [/phone/, '+447700900001'],
  [/password/, 'correct horse battery staple'],
  [/color/, '#01579b'],
  [/url|address|uri/, 'https://example.org'],
  [/date|^until$/, '2027-03-01'],
  [/^(start|end|datetime)$/, '2027-03-01T09:00:00Z'],
  [/name|label|title/, 'Pontoon A'],
]

export function sampleOf(root: Json, schema: Json, name = ''): unknown {
  const node = resolveRef(root, schema)
  const options = (node.anyOf ?? node.oneOf) as Json[] | undefined
  if (options) return sampleOf(root, options[0] ?? {}, name)
  if (node.allOf && !node.type)
    return Object.assign({}, ...(node.allOf as Json[]).map((part) => sampleOf(root, part, name)))
  if ('const' in node) return node.const
  if (node.default !== undefined) return node.default
  if (Array.isArray(node.enum)) return node.enum[0]
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (type === 'object') return objectOf(root, node)
  if (type === 'array') return node.items ? [sampleOf(root, node.items as Json, name)] : []
  if (type === 'integer' || type === 'number') return name === 'count' ? 1 : 17
  if (type === 'boolean') return true
  if (type !== 'string') return null
  if (node.format === 'date-time') return '2027-03-01T09:00:00Z'
  if (node.format === 'date') return '2027-03-01'
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? '…'
}

/** Omits related records, which are only sent on request. */
function objectOf(root: Json, node: Json): Json {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Json>)
  const required = new Set((node.required as string[] | undefined) ?? [])
  const byId = (of: Json) => typeof of.additionalProperties === 'object'
  const shown = properties.filter(([name, of]) => required.has(name) || !byId(of))
  const more = node.additionalProperties
  return Object.fromEntries([
    ...shown.map(([name, of]) => [name, sampleOf(root, of, name)] as const),
    ...(!properties.length && typeof more === 'object' && more !== null
      ? [['17', sampleOf(root, more as Json)] as const]
      : []),
  ])
}
