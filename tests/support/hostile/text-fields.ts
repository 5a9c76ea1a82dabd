type Json = Record<string, unknown>
type Step = string | 0 | typeof ANY_KEY
const ANY_KEY = Symbol('a key of any name')

/** `most` is the maximum length by the field's description. */
export type TextField = {
  method: string
  path: string
  /** The field's name in a failure: `POST /people body.name`. */
  name: string
  place: 'body' | 'query' | 'path' | 'form' | 'file'
  most: number | null
  /** Builds the call with the text in this field and a plain value in every other one. */
  with: (text: string) => { path: string; body?: unknown; form?: FormData }
}

/** Every text field of every call in an OpenAPI document: bodies, forms, files, queries and paths. */
export function textFieldsOf(document: Json): TextField[] {
  const at = (ref: string): Json =>
    ref
      .slice(2)
      .split('/')
      .reduce<Json>((node, part) => node[part] as Json, document)
  const resolve = (node: Json): Json => (typeof node.$ref === 'string' ? resolve(at(node.$ref)) : node)

  const optionsOf = (node: Json): Json[] => ((node.anyOf ?? node.oneOf) as Json[] | undefined) ?? []

  function* leavesOf(schema: Json, steps: Step[]): Generator<{ steps: Step[]; most: number | null }> {
    const node = resolve(schema)
    if (steps.length > 7) return
    for (const option of [...optionsOf(node), ...((node.allOf as Json[] | undefined) ?? [])])
      yield* leavesOf(option, steps)
    const types = [node.type ?? []].flat()
    if (types.includes('string')) yield { steps, most: typeof node.maxLength === 'number' ? node.maxLength : null }
    for (const [key, of] of Object.entries((node.properties as Record<string, Json>) ?? {}))
      yield* leavesOf(of, [...steps, key])
    if (node.items) yield* leavesOf(node.items as Json, [...steps, 0])
    if (typeof node.additionalProperties === 'object' && node.additionalProperties !== null) {
      yield { steps: [...steps, ANY_KEY], most: null }
      yield* leavesOf(node.additionalProperties as Json, [...steps, 'a'])
    }
  }

  function plain(schema: Json, depth = 0): unknown {
    const node = resolve(schema)
    const options = optionsOf(node)
    if (options[0] && depth < 8) return plain(options[0], depth + 1)
    if ('const' in node) return node.const
    if (Array.isArray(node.enum)) return node.enum[0]
    switch ([node.type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          Object.entries((node.properties as Record<string, Json>) ?? {}).map(([key, of]) => [
            key,
            plain(of, depth + 1),
          ]),
        )
      case 'array':
        return depth > 6 ? [] : [plain((node.items as Json) ?? {}, depth + 1)]
      case 'integer':
      case 'number':
        return 1
      case 'boolean':
        return false
      case 'string':
        if (node.format === 'date-time') return '2027-03-01T10:00:00Z'
        return node.format === 'date' ? '2027-03-01' : 'a'
      default:
        return null
    }
  }

  const fields = new Map<string, TextField>()
  const add = (field: TextField) => {
    if (!fields.has(field.name)) fields.set(field.name, field)
  }
  for (const [path, item] of Object.entries(document.paths as Record<string, Json>))
    for (const [verb, operation] of Object.entries(item)) {
      if (!['get', 'post', 'put', 'delete', 'patch'].includes(verb)) continue
      const method = verb.toUpperCase()
      const { parameters = [], requestBody } = operation as { parameters?: Json[]; requestBody?: { content: Json } }
      const filled = path.replaceAll(/\{\w+\}/g, '1')
      const schemaOf = (type: string) => (requestBody?.content[type] as { schema: Json } | undefined)?.schema
      const all = [...((item.parameters as Json[] | undefined) ?? []), ...parameters].map(resolve)
      for (const { name, in: place } of all)
        if (place === 'query')
          add({
            ...{ method, path, place: 'query', most: null, name: `${method} ${path} query.${name}` },
            with: (text) => ({ path: `${filled}?${name}=${headOf(text)}` }),
          })
        else if (place === 'path')
          add({
            ...{ method, path, place: 'path', most: null, name: `${method} ${path} path.${name}` },
            with: (text) => ({ path: filledWith(path, String(name), text) }),
          })
      const json = schemaOf('application/json')
      for (const { steps, most } of json ? leavesOf(json, []) : [])
        add({
          ...{ method, path, place: 'body', most, name: `${method} ${path} body.${nameOf(steps)}` },
          with: (text) => ({ path: filled, body: put(plain(json!), steps, text) }),
        })
      const form = schemaOf('multipart/form-data')
      const parts = Object.entries((form && (resolve(form).properties as Record<string, Json>)) ?? {})
      for (const [part, of] of parts) {
        const isFile = resolve(of).format === 'binary'
        add({
          ...{ method, path, place: isFile ? 'file' : 'form', most: null, name: `${method} ${path} form.${part}` },
          with: (text) => ({ path: filled, form: formWith(parts, part, text) }),
        })
      }
    }
  return [...fields.values()]

  function formWith(parts: [string, Json][], named: string, text: string): FormData {
    const form = new FormData()
    for (const [part, of] of parts) {
      const value =
        part === named ? text : resolve(of).format === 'binary' ? 'name,email\nAnn,a@b.c\n' : String(plain(of))
      if (resolve(of).format === 'binary') form.set(part, new File([value], 'people.csv', { type: 'text/csv' }))
      else form.set(part, value)
    }
    return form
  }
}

/** The longest encoded text in an address, since the whole head of a request may have 16 KiB. */
const MOST_OF_A_HEAD = 14_000

/** Encodes as much of a text as fits into an address. */
export const headOf = (text: string): string =>
  encodeURIComponent(text)
    .slice(0, MOST_OF_A_HEAD)
    .replace(/%[\dA-F]?$/, '')

const filledWith = (path: string, name: string, text: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, key) => (key === name ? headOf(text) : '1'))

const nameOf = (steps: readonly Step[]) =>
  steps.map((step) => (step === 0 ? '[]' : step === ANY_KEY ? '(key)' : step)).join('.')

/** Returns the value with a text at the end of the path; values in the way are replaced. */
function put(value: unknown, steps: readonly Step[], text: string): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return text
  if (step === 0) return [put(Array.isArray(value) ? value[0] : undefined, rest, text)]
  const known = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
  if (step === ANY_KEY) return { ...known, [text]: 'a' }
  return { ...known, [step]: put(known[step], rest, text) }
}
