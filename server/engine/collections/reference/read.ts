import type { ApiReference, AreaEntry, FieldLine, Hit, Operation } from './contract.ts'
import { sampleOf } from './sample.ts'
import { fieldLines, type Json, resolveRef, typeText } from './schema-text.ts'

const MAX_HITS = 80
const METHODS = ['get', 'post', 'put', 'delete']

type Described = { tags: [string]; summary?: string; description?: string; parameters?: Json[] } & {
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Json>
}
type Found = { area: string; key: string; method: string; path: string; operation: Described; shared: Json[] }

const areaOf = (path: string) => path.split('/')[1] ?? ''
const keyOf = (method: string, path: string) =>
  `${method}-${path.replaceAll(/[^\w]+/g, '-').replace(/^-|-$/g, '')}`.toLowerCase()

function operationsOf(root: Json): Found[] {
  return Object.entries(root.paths as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method]
        ? [
            {
              area: areaOf(path),
              key: keyOf(method, path),
              method: method.toUpperCase(),
              path,
              operation: item[method] as Described,
              shared: (item.parameters as Json[] | undefined) ?? [],
            },
          ]
        : [],
    ),
  )
}

/**
 * Builds the API page from an OpenAPI document: all areas, one of them in full, and search results.
 * @param origin of the site, for the examples.
 * @returns null for an unknown area.
 */
export function readReference(
  root: Json,
  { area, search, origin }: { area: string | null; search: string; origin: string },
): ApiReference | null {
  const all = operationsOf(root)
  const areas = areasOf(root, all)
  const selected = areas.find(({ key }) => key === area)
  if (area !== null && !selected) return null
  const schemas = (root.components as { schemas: Record<string, Json> }).schemas
  return {
    areas,
    area: selected
      ? {
          key: selected.key,
          title: selected.title,
          record: selected.collection && schemas[selected.key] ? fieldLines(root, schemas[selected.key] as Json) : null,
          operations: withoutRepeats(
            all.filter((entry) => entry.area === selected.key).map((entry) => operationOf(root, entry, origin)),
          ),
        }
      : null,
    search,
    found: search ? hitsOf(all, search) : null,
  }
}

function areasOf(root: Json, all: readonly Found[]): AreaEntry[] {
  const schemas = (root.components as { schemas: Record<string, Json> }).schemas
  const areas = new Map<string, AreaEntry>()
  for (const { area, operation } of all) {
    const collection = Object.hasOwn(schemas, area)
    const entry = areas.get(area) ?? { key: area, title: operation.tags[0], calls: 0, collection }
    areas.set(area, { ...entry, calls: entry.calls + 1 })
  }
  return [...areas.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}

function hitsOf(all: readonly Found[], search: string): Hit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter(({ method, path, operation }) => {
      const text = `${method} ${path} ${operation.summary ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .slice(0, MAX_HITS)
    .map(({ area, key, method, path, operation }) => ({ area, key, method, path, summary: operation.summary ?? '' }))
}

function operationOf(root: Json, { key, method, path, operation, shared }: Found, origin: string): Operation {
  const contents = Object.entries(operation.requestBody?.content ?? {})
  const [type, content] = contents[0] ?? []
  const form = type === 'multipart/form-data'
  const parameters = [...shared, ...(operation.parameters ?? [])].map((node) => parameterLine(root, node))
  const sent = content && !form ? (content.example ?? sampleOf(root, content.schema)) : undefined
  return {
    key,
    method,
    path,
    summary: operation.summary ?? '',
    who: operation.description ?? '',
    parameters,
    same_as: null,
    body: content ? { type: typeText(content.schema), form, fields: fieldLines(root, content.schema) } : null,
    example: commandLine(`${origin}/api${path.replace('{id}', '17')}`, method, sent, form, operation),
    answers: Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => answerOf(root, status, resolveRef(root, response))),
    refusals: Object.keys(operation.responses).filter((status) => status.startsWith('4')),
  }
}

function parameterLine(root: Json, node: Json): FieldLine {
  const { name, description, required, schema } = resolveRef(root, node) as {
    name: string
    description?: string
    required?: boolean
    schema: Json
  }
  const fixed = schema.default === undefined ? '' : ` Otherwise ${JSON.stringify(schema.default)}.`
  return {
    name,
    type: typeText(schema),
    required: required === true,
    note: `${description ?? (schema.description as string | undefined) ?? ''}${fixed}`,
  }
}

function answerOf(root: Json, status: string, response: Json): Operation['answers'][number] {
  const [type, content] = Object.entries((response.content ?? {}) as Record<string, { schema: Json }>)[0] ?? []
  const json = type === 'application/json' && content
  return {
    status,
    description: String(response.description ?? ''),
    type: content ? (json ? typeText(content.schema) : (type ?? '')) : '',
    fields: json ? fieldLines(root, content.schema) : [],
    example: json ? JSON.stringify(sampleOf(root, content.schema), null, 2) : null,
  }
}

function commandLine(url: string, method: string, sent: unknown, form: boolean, operation: Described): string {
  const open = 'security' in operation
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`}${open ? '' : " -H 'Authorization: Bearer wb_…'"}`,
    ...(sent === undefined ? [] : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(sent)}'`]),
    ...(form ? ['-F file=@picture.jpg'] : []),
    `'${url}'`,
  ].join(' \\\n  ')
}

/** List and export share a long table of parameters: shows it once. */
function withoutRepeats(operations: Operation[]): Operation[] {
  const seen = new Map<string, { key: string; summary: string }>()
  return operations.map((operation) => {
    const print = JSON.stringify(operation.parameters)
    const first = operation.parameters.length > 3 ? seen.get(print) : undefined
    if (first) return { ...operation, parameters: [], same_as: first }
    seen.set(print, { key: operation.key, summary: operation.summary })
    return operation
  })
}
