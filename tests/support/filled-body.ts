import * as z from 'zod'
import type { DescribedCall } from '#server/engine/collections/openapi-calls.ts'

type Node = Record<string, unknown>

const jsonOf = (schema: z.ZodType): Node => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** True where a value of the schema may hold a number. */
const holdsNumber = (node: Node): boolean => /"type":"(integer|number)"/.test(JSON.stringify(node))

/** A value that a schema takes, in which every number is `id`. */
function filled(node: Node, id: number): unknown {
  const options = (node.anyOf ?? node.oneOf) as Node[] | undefined
  if (options?.length) return filled(options.find(holdsNumber) ?? options[0]!, id)
  if ('const' in node) return node.const
  if (Array.isArray(node.enum)) return node.enum[0]
  switch (node.type) {
    case 'object': {
      const properties = Object.entries((node.properties as Record<string, Node>) ?? {})
      return Object.fromEntries(properties.map(([name, of]) => [name, filled(of, id)]))
    }
    case 'array':
      return [filled((node.items as Node) ?? {}, id)]
    case 'integer':
    case 'number':
      return typeof node.maximum === 'number' && node.maximum < id ? node.maximum : id
    case 'boolean':
      return false
    case 'string':
      if (node.format === 'date-time') return '2027-03-01T10:00:00Z'
      return node.format === 'date' || String(node.pattern ?? '').includes('\\d{2}-') ? '2027-03-01' : 'a'
    default:
      return null
  }
}

/** A body for a call whose every number names the record `id`; undefined where a body of the call holds no number. */
export const bodyNaming = ({ body }: Pick<DescribedCall, 'body'>, id: number): unknown =>
  body && holdsNumber(jsonOf(body)) ? filled(jsonOf(body), id) : undefined

/** A parameters for a call in which everything that may be an id is `id`; empty where the call has none. */
export function queryNaming({ parameters }: Pick<DescribedCall, 'parameters'>, id: number): string {
  if (!parameters) return ''
  const { properties = {} } = jsonOf(parameters) as { properties?: Record<string, Node> }
  const words = Object.entries(properties).map(([name, of]) => {
    const value = filled(of, id)
    return [name, value === 'a' && !/start|end|from|to|date|day|month/.test(name) ? String(id) : String(value ?? id)]
  })
  return words.length ? `?${new URLSearchParams(words)}` : ''
}
