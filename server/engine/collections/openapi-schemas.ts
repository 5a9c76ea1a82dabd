import * as z from 'zod'
import { SESSION_LOSSES } from '#server/engine/kernel/errors.ts'
import type { Declaration } from './define.ts'
import type { Field } from './field-contract.ts'

export type Json = Record<string, unknown>

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
export const content = (schema: Json, type = 'application/json', example?: unknown) => ({
  [type]: { schema, ...(example !== undefined && { example }) },
})
export const parameter = (name: string, schema: Json, description: string) => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
})

const count = { type: 'integer', minimum: 0 }
const id = { type: 'integer', minimum: 1 }
const texts = { type: 'array', items: { type: 'string' } }
const messages = ref('schemas', 'Messages')
const changes = {
  type: 'object',
  description: 'Old and new value by field.',
  additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: { description: 'A value of the field.' } },
}
const names = {
  type: 'object',
  description: 'Display names of the records that the changes point to, by collection and id.',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
}
const object = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
})

const notifies = object({ people: count, names: texts })
const undo = object({ token: { type: 'string' }, expires: { type: 'string', format: 'date-time' } })

const counts = (description: string) => ({ type: 'object', description, additionalProperties: count })
const reach = {
  also_removed: counts('Records of other collections that are removed too.'),
  also_cleared: counts('Records of other collections that lose their reference.'),
  also_held: counts(
    'Scheduled messages that need a removed record, and are not sent without it. Absent where there is none.',
  ),
  also_worked: {
    type: 'object',
    description:
      'Time on the shifts that are removed or lose their person: how many people are signed in (their time ends), and the hours of others. It stays on the timesheets. Left out if there is none.',
    properties: { signed_in: count, hours: { type: 'number', minimum: 0 } },
  },
  confirm: count,
}

const BULK = {
  type: 'object',
  properties: {
    filter: {
      type: 'object',
      description: 'The parameters of a list.',
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
    ids: { type: 'array', maxItems: 20_000, items: id },
    changes: { type: 'object', description: 'New values by field.' },
    add: {
      type: 'object',
      description: 'Words to add to a list of words, by field, such as `tags`.',
      additionalProperties: texts,
    },
    remove: { const: true },
    preview: { type: 'boolean' },
    count,
    confirm: { ...count, description: 'The number of other records a removal affects.' },
  },
  additionalProperties: false,
}

const LEFT_BEHIND = { ...count, description: 'How many there are; left out if the call leaves none behind.' }

export const SHARED: Json = {
  Messages: { type: 'object', additionalProperties: texts },
  Invalid: {
    type: 'object',
    description: 'Messages by field; for a longer list, `items` has one entry for each object, or null if it is valid.',
    properties: { items: { type: 'array', items: { type: ['object', 'null'] } }, detail: { type: 'string' } },
    additionalProperties: true,
  },
  Detail: {
    ...object({ detail: { type: 'string' }, code: { type: 'string' } }, ['detail']),
    additionalProperties: true,
  },
  Unauthenticated: object(
    {
      detail: { type: 'string' },
      code: { enum: SESSION_LOSSES, description: 'Why the session has ended; left out if there was none.' },
    },
    ['detail'],
  ),
  Reach: {
    ...object({ detail: { type: 'string' }, ...reach }, ['detail']),
    description: 'With counts, the removal waits for `confirm`.',
    additionalProperties: true,
  },
  Undo: object({ token: { type: 'string' } }),
  Undone: object({ count, results: { type: 'object', additionalProperties: count } }),
  Bulk: BULK,
  BulkDone: object(
    {
      count,
      changed: count,
      samples: { type: 'array', items: object({ id, label: { type: 'string' }, changes }) },
      names,
      ...reach,
      notifies,
      refused: count,
      issues: { type: 'array', items: object({ id, label: { type: 'string' }, messages }) },
      undo,
    },
    ['count'],
  ),
  Imported: object(
    {
      rows: count,
      created: count,
      changed: count,
      unchanged: count,
      errors: count,
      notifies,
      columns: texts,
      ignored: texts,
      items: {
        type: 'array',
        items: object({
          row: count,
          action: { enum: ['create', 'update', 'same', 'error'] },
          id: { type: ['integer', 'null'] },
          label: { type: 'string' },
          changes,
          messages,
        }),
      },
      names,
      undo,
    },
    ['rows', 'created', 'changed', 'unchanged', 'errors', 'columns', 'ignored', 'items', 'names'],
  ),
  File: {
    ...object({
      file: { type: 'string', format: 'binary', description: 'A CSV file; with `preview=true` nothing is stored.' },
    }),
  },
}

export const PARAMETERS: Json = {
  search: parameter(
    'search',
    { type: 'string', maxLength: 200 },
    'Text to find in any of the searchable fields, ignoring upper and lower case.',
  ),
  limit: parameter('limit', { type: 'integer', minimum: -1, maximum: 999_999_999_999, default: 50 }, '-1 for all.'),
  offset: parameter('offset', { type: 'integer', minimum: 0 }, 'Records to skip.'),
  visibleOnly: parameter('visibleOnly', { type: 'boolean' }, 'Only records a member can choose.'),
  id: { name: 'id', in: 'path', required: true, schema: id },
}

const failure = (description: string, schema = 'Detail') => ({ description, content: content(ref('schemas', schema)) })

export const RESPONSES: Json = {
  Invalid: failure('The input breaks a rule.', 'Invalid'),
  Unauthenticated: failure('No one is signed in; with `code` when a session has ended.', 'Unauthenticated'),
  Forbidden: failure('The access role or the scope is missing.'),
  NotFound: failure('There is no such record on this site.'),
  Conflict: failure('Someone else got there first, or other records prevent it.'),
  Reaches: failure('It affects other records, or someone else got there first.', 'Reach'),
  TooLarge: failure('Too many records in one call.'),
  Unsupported: failure('Another media type is expected.'),
  Throttled: failure('Too many requests; `Retry-After` says when to try again.'),
  Unavailable: failure('Something is briefly unavailable; `Retry-After` says when to try again.'),
}

export const READ_FAILURES = {
  '400': ref('responses', 'Invalid'),
  '401': ref('responses', 'Unauthenticated'),
  '403': ref('responses', 'Forbidden'),
  '404': ref('responses', 'NotFound'),
  '429': ref('responses', 'Throttled'),
  '503': ref('responses', 'Unavailable'),
}

export const FAILURES = {
  ...READ_FAILURES,
  '409': ref('responses', 'Conflict'),
  '413': ref('responses', 'TooLarge'),
  '415': ref('responses', 'Unsupported'),
}

export function schemasOf({ contract, admin, reveals, leftovers, totals }: Declaration): Json {
  const fields = Object.entries(contract.fields)
  const writable = fields.filter(([, field]) => !field.readOnly)
  const schemaOf = (field: Field) => ({
    title: field.title,
    ...plain(field.schema),
    ...(field.readOnly && { readOnly: true }),
  })
  const properties = (entries: typeof fields) =>
    Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)]))
  /** Null means an empty text of several lines. */
  const inputs = Object.fromEntries(
    writable.map(([name, field]) => {
      const schema = schemaOf(field)
      return [name, field.kind === 'text' && !field.required ? { ...schema, type: ['string', 'null'] } : schema]
    }),
  )
  const instructions = Object.fromEntries(
    Object.entries(contract.instructions).map(([name, field]) => [name, { ...plain(field.schema), writeOnly: true }]),
  )
  const related = fields.flatMap(([, { to }]) => (to ? [to] : []))
  const chosen = leftovers && { [leftovers.name]: { enum: leftovers.choices, description: leftovers.description } }
  const counted = leftovers && { [leftovers.counted]: LEFT_BEHIND }
  const summed = Object.fromEntries(
    Object.entries(totals).map(([name, { description }]) => [name, { ...count, description }]),
  )
  const list = (record: Json) =>
    object({
      count,
      order: { type: 'array', items: id },
      results: object(
        Object.fromEntries(
          [...new Set([...related, contract.name])].map((name) => [
            name,
            { type: 'object', additionalProperties: name === contract.name ? record : ref('schemas', name) },
          ]),
        ),
        [contract.name],
      ),
    })
  const shown = Object.fromEntries(
    reveals.map((name) => [
      name,
      {
        type: 'string',
        description: 'Shown in this answer only.',
        ...(name.endsWith('_expires') && { format: 'date-time' }),
      },
    ]),
  )
  return {
    [contract.name]: object(properties(fields), ['id']),
    [`${contract.name}.list`]: list(ref('schemas', contract.name)),
    ...(reveals.length && { [`${contract.name}.made`]: list(object({ ...properties(fields), ...shown }, ['id'])) }),
    ...(admin.create && {
      [`${contract.name}.create`]: object(
        inputs,
        writable.filter(([, field]) => field.required).map(([name]) => name),
      ),
    }),
    ...(admin.update && {
      [`${contract.name}.change`]: object({ id, ...inputs, ...instructions, ...chosen }, []),
      [`${contract.name}.update`]: object({ id, ...inputs, ...instructions, ...chosen }, ['id']),
    }),
    ...(leftovers && {
      [`${contract.name}.bulk`]: { ...BULK, properties: { ...BULK.properties, ...chosen } },
      [`${contract.name}.changed`]: withMore(`${contract.name}.list`, counted),
      [`${contract.name}.imported`]: withMore('Imported', counted),
    }),
    ...(saysMore({ leftovers, totals }) && {
      [`${contract.name}.bulkdone`]: withMore('BulkDone', { ...counted, ...summed }),
    }),
  }
}

const withMore = (schema: string, properties: Json = {}): Json => ({
  allOf: [ref('schemas', schema), { type: 'object', properties }],
})

export const saysMore = ({ leftovers, totals }: Pick<Declaration, 'leftovers' | 'totals'>): boolean =>
  leftovers !== undefined || Object.keys(totals).length > 0

const plain = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest
}
