import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { isInstant } from '#server/engine/collections/field-contract.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import type { DescribedCall } from '#server/engine/collections/openapi-calls.ts'
import { isDay } from '#server/engine/kernel/day-text.pure.ts'

/** The document describes neither itself nor OPTIONS. */
const DESCRIPTION = '/openapi.json'

/** `waits`: whether its changes settle after the undo window. */
type Answered = { method: string; path: string; status: number; text: string; waits?: boolean }

/**
 * Checks an answer of the API against the OpenAPI document.
 * @returns the differences. An address or method outside of the document must be refused.
 */
export function createAnswerCheck(
  engine: Pick<CollectionsEngine, 'declarations'>,
  calls: readonly DescribedCall[],
): (answered: Answered) => string[] {
  const document = openApiDocument(engine, { title: 'Watchbill', version: '1' }, calls)
  const templates = Object.keys(document.paths as object)
    .map((template) => ({
      template,
      pattern: new RegExp(
        `^${template
          .replace(/\/$/, '')
          .replaceAll('.', '\\.')
          .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
      ),
      parameters: template.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters)
  return ({ method, path, status, text, waits = false }) => {
    const address = path.replace(/\?.*/s, '')
    if (address === DESCRIPTION || method === 'OPTIONS') return []
    const found = templates.find(({ pattern }) => pattern.test(address))
    const item = found && (document.paths as Record<string, object>)[found.template]
    const asGet = method === 'HEAD' ? 'GET' : method
    if (!found || !item || !Object.hasOwn(item, asGet.toLowerCase()))
      return status >= 400 && status < 500 ? [] : [`${method} ${address} is not described, and answers ${status}`]
    if (method === 'HEAD') return []
    const call = (item as Record<string, object>)[asGet.toLowerCase()] as object
    return [
      ...wrongAnswer(document, { method, path: found.template }, { status, text }),
      ...(waits && !('x-settles-after-seconds' in call) ? ['its changes settle after the undo window'] : []),
    ]
  }
}

type Json = Record<string, unknown>

/** Instants have one spelling in every answer. */
const isSpelt = (value: string) => isInstant(value) && /T\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)

/** Texts that people write, and versions, which may look like instants. */
const AS_WRITTEN = /\/(?:versions?|cells\/[^/]*|changes\/.*|examples\/\d+)$/

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return pattern
}

export function undescribed(root: Json, schema: Json, value: unknown, at = ''): string[] {
  const here = (message: string) => [`${at || '/'}: ${message}`]
  const node = resolved(root, schema)
  const inner = (of: Json, part: unknown, step: string) => undescribed(root, of, part, `${at}/${step}`)
  if (node.allOf) {
    const { allOf, ...rest } = node
    const parts = (allOf as Json[]).map((part) => resolved(root, part))
    if (parts.some(({ properties }) => properties)) return undescribed(root, together(parts), value, at)
    return [rest, ...parts].flatMap((part) => undescribed(root, part, value, at))
  }
  const options = (node.anyOf ?? node.oneOf) as Json[] | undefined
  if (options) {
    const tried = options.map((option) => undescribed(root, option, value, at))
    return tried.some((one) => one.length === 0) ? [] : (tried.sort((a, b) => a.length - b.length)[0] ?? [])
  }
  if ('const' in node && value !== node.const) return here(`not ${node.const}`)
  if (Array.isArray(node.enum) && !node.enum.includes(value)) return here(`not among ${node.enum}`)
  const types = [node.type ?? []].flat() as string[]
  if (types.length && !types.some((type) => isOf(type, value))) return here(`${typeof value} is not ${types}`)
  if (typeof value === 'string') {
    if (node.format === 'date-time' && !isSpelt(value)) return here(`not an instant: ${value}`)
    if (types.length && !node.format && isSpelt(value) && !AS_WRITTEN.test(at))
      return here(`an instant that is not described as one: ${value}`)
    if (node.format === 'date' && !isDay(value)) return here(`not a day: ${value}`)
    if (typeof node.pattern === 'string' && !patternOf(node.pattern).test(value)) return here(`not ${node.pattern}`)
    if (typeof node.maxLength === 'number' && [...value].length > node.maxLength) return here('too long')
  }
  if (typeof value === 'number' && typeof node.minimum === 'number' && value < node.minimum) return here('too small')
  if (Array.isArray(value))
    return node.items ? value.flatMap((part, i) => inner(node.items as Json, part, String(i))) : []
  if (typeof value !== 'object' || value === null) return []
  const properties = (node.properties ?? {}) as Record<string, Json>
  const more = node.additionalProperties
  const missing = ((node.required as string[] | undefined) ?? []).filter((key) => !Object.hasOwn(value, key))
  return [
    ...missing.flatMap((key) => here(`${key} is missing`)),
    ...Object.entries(value).flatMap(([key, part]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (known) return inner(known, part, key)
      if (typeof more === 'object' && more !== null) return inner(more as Json, part, key)
      return more === true || (!node.properties && more === undefined) ? [] : here(`${key} is not described`)
    }),
  ]
}

const resolved = (root: Json, node: Json): Json =>
  typeof node.$ref === 'string'
    ? resolved(
        root,
        node.$ref
          .slice(2)
          .split('/')
          .reduce<Json>((at, part) => at[part] as Json, root),
      )
    : node

/** Merges the parts of an object: a property is described when one of them describes it. */
const together = (parts: Json[]): Json => ({
  type: 'object',
  properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
  required: parts.flatMap((part) => (part.required as string[] | undefined) ?? []),
})

const isOf = (type: string, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** Lists where an answer differs from the description of its operation: an unknown status, or a different body. */
export function wrongAnswer(
  root: Json,
  { method, path }: { method: string; path: string },
  { status, text }: { status: number; text: string },
): string[] {
  const item = (root.paths as Record<string, Json>)[path]
  const operation = item?.[method.toLowerCase()] as { responses: Record<string, Json> } | undefined
  if (!operation) return [`${method} ${path} is not described`]
  const told = operation.responses[String(status)]
  if (!told) return [`status ${status} is not described`]
  const { content } = resolved(root, told) as { content?: Record<string, { schema: Json }> }
  if (status === 204) return text === '' ? [] : ['204 with a body']
  const json = content?.['application/json']
  if (!json) return content ? [] : [`status ${status} has no schema`]
  if (text === '') return [`status ${status} without a body`]
  const body = JSON.parse(text)
  return [...undescribed(root, json.schema, body), ...misspelt(body)]
}

/** An instant of these two centuries as PostgreSQL or JavaScript may write it, in UTC. */
const LIKE_INSTANT = /^(19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]00(:?00)?)$/

/** Lists misspelt instants of an answer, even where its schema does not declare them. Versions are exact. */
function misspelt(value: unknown, at = ''): string[] {
  if (typeof value === 'string')
    return LIKE_INSTANT.test(value) && isInstant(value.replace(' ', 'T').replace(/[+-]00$/, 'Z')) && !isSpelt(value)
      ? [`${at}: an instant in another spelling: ${value}`]
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (/^versions?$/.test(key) ? [] : misspelt(part, `${at}/${key}`)))
}
