import * as z from 'zod'
import { importable } from './csv-import.ts'
import type { Declaration } from './define.ts'
import type { CollectionsEngine } from './engine.ts'
import type { Field } from './field-contract.ts'
import { OPERATORS } from './filters.ts'
import { type Call, pathsOfCalls } from './openapi-calls.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of all collections, made from the schemas that check the requests (`GET /api/openapi.json`). */
export function openApiDocument(
  engine: Pick<CollectionsEngine, 'declarations'>,
  info: { title: string; version: string },
  calls: readonly Call[] = [],
): Json {
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths: { ...Object.assign({}, ...engine.declarations.map(pathsOf)), ...pathsOfCalls(calls, FAILURES) },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...SHARED, ...Object.assign({}, ...engine.declarations.map(schemasOf)) },
      parameters: PARAMETERS,
      responses: RESPONSES,
    },
  }
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const content = (schema: Json, type = 'application/json') => ({ [type]: { schema } })
const parameter = (name: string, schema: Json, description: string) => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
})

const SHARED: Json = {
  Messages: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  Invalid: {
    type: 'object',
    description: 'Messages by field; `items` has one entry an object of a longer list, null where it is fine.',
    properties: { items: { type: 'array', items: { anyOf: [ref('schemas', 'Messages'), { type: 'null' }] } } },
    additionalProperties: { type: 'array' },
  },
  Detail: {
    type: 'object',
    properties: { detail: { type: 'string' }, code: { type: 'string' } },
    required: ['detail'],
  },
}

const PARAMETERS: Json = {
  search: parameter(
    'search',
    { type: 'string', maxLength: 200 },
    'Contained in one of the searchable fields, whatever its case.',
  ),
  limit: parameter('limit', { type: 'integer', minimum: -1, maximum: 1000, default: 50 }, '-1 for all.'),
  offset: parameter('offset', { type: 'integer', minimum: 0 }, 'Records to skip.'),
  visibleOnly: parameter('visibleOnly', { type: 'boolean' }, 'Only what a member may pick.'),
  id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
}

const CSV_FORM: Json = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'A CSV file; `preview=true` only looks.' } },
  required: ['file'],
}

const UNDO: Json = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] }

const BULK: Json = {
  type: 'object',
  properties: {
    filter: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    ids: { type: 'array', maxItems: 20_000, items: { type: 'integer', minimum: 1 } },
    changes: { type: 'object' },
    remove: { const: true },
    preview: { type: 'boolean' },
    count: { type: 'integer', minimum: 0 },
  },
  additionalProperties: false,
}

const failure = (description: string, schema = 'Detail') => ({ description, content: content(ref('schemas', schema)) })

const RESPONSES: Json = {
  Invalid: failure('The input breaks a rule.', 'Invalid'),
  Unauthenticated: failure('Nobody is signed in; with `code` when a session is gone.'),
  Forbidden: failure('The access role is lacking.'),
  NotFound: failure('There is no such record on this site.'),
  Conflict: failure('Somebody else was faster.'),
  TooLarge: failure('Too many objects at once.'),
}

const FAILURES = {
  '400': ref('responses', 'Invalid'),
  '401': ref('responses', 'Unauthenticated'),
  '403': ref('responses', 'Forbidden'),
  '404': ref('responses', 'NotFound'),
}

function schemasOf({ contract }: Declaration): Json {
  const fields = Object.entries(contract.fields)
  const writable = fields.filter(([, field]) => !field.readOnly)
  const schemaOf = (field: Field) => ({
    title: field.title,
    ...plain(field.schema),
    ...(field.readOnly && { readOnly: true }),
  })
  const object = (entries: typeof fields, required: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length && { required }),
  })
  const list = {
    type: 'object',
    required: ['count', 'order', 'results'],
    properties: {
      count: { type: 'integer' },
      order: { type: 'array', items: { type: 'integer' } },
      results: {
        type: 'object',
        properties: { [contract.name]: { type: 'object', additionalProperties: ref('schemas', contract.name) } },
        additionalProperties: { type: 'object' },
      },
    },
  }
  const input = object(writable, [])
  return {
    [contract.name]: object(fields, ['id']),
    [`${contract.name}.list`]: list,
    [`${contract.name}.create`]: {
      ...input,
      required: writable.filter(([, field]) => field.required).map(([name]) => name),
    },
    [`${contract.name}.update`]: {
      ...input,
      properties: { id: { type: 'integer', minimum: 1 }, ...input.properties },
      required: ['id'],
    },
  }
}

function pathsOf(declaration: Declaration): Json {
  const { name, title, singular, fields } = declaration.contract
  const expands = Object.entries(fields).flatMap(([key, field]) => (field.to ? [key] : []))
  const lists = content(ref('schemas', `${name}.list`))
  const body = (kind: string) => {
    const one = ref('schemas', `${name}.${kind}`)
    return { required: true, content: content({ anyOf: [{ type: 'array', maxItems: 1000, items: one }, one] }) }
  }
  const expand = parameter('expand', { type: 'string' }, `Relations to send along: ${expands.join(', ') || 'none'}.`)
  const query = [
    ...['search', 'limit', 'offset', 'visibleOnly'].map((key) => ref('parameters', key)),
    expand,
    parameter(
      'sort',
      { type: 'string' },
      `Fields by commas, "-" for descending. Otherwise ${declaration.contract.sort.join(', ')}.`,
    ),
    ...Object.entries(fields).flatMap(([key, field]) => (field.kind === 'json' ? [] : [filterParameter(key, field)])),
    ...Object.keys(declaration.filters).flatMap((key) =>
      Object.hasOwn(fields, key) ? [] : [parameter(key, { type: 'string' }, 'Named filter.')],
    ),
  ]
  const tags = [title]
  const csv = importable(declaration) && { 'multipart/form-data': { schema: CSV_FORM } }
  const create = body('create')
  const createBody = csv ? { ...create, content: { ...create.content, ...csv } } : create
  const created = declaration.reveals.length
    ? `The created ones, with what is shown once: ${declaration.reveals.join(', ')}.`
    : 'The created ones.'
  return {
    [`/${name}/`]: {
      get: {
        tags,
        summary: `List ${title.toLowerCase()}`,
        parameters: query,
        responses: { '200': { description: 'A page.', content: lists }, ...FAILURES },
      },
      ...(declaration.admin.create && {
        post: {
          tags,
          summary: `Create ${title.toLowerCase()}`,
          requestBody: createBody,
          responses: {
            '201': { description: created, content: lists },
            ...FAILURES,
            '409': ref('responses', 'Conflict'),
            '413': ref('responses', 'TooLarge'),
          },
        },
      }),
      ...(declaration.admin.update && {
        put: {
          tags,
          summary: `Change ${title.toLowerCase()}`,
          requestBody: body('update'),
          responses: {
            '200': { description: 'The changed ones.', content: lists },
            ...FAILURES,
            '409': ref('responses', 'Conflict'),
            '413': ref('responses', 'TooLarge'),
          },
        },
      }),
    },
    [`/${name}/{id}/`]: {
      parameters: [ref('parameters', 'id')],
      get: {
        tags,
        summary: `One ${singular}`,
        parameters: [expand],
        responses: { '200': { description: 'The record.', content: lists }, ...FAILURES },
      },
      ...(declaration.admin.remove && {
        delete: {
          tags,
          summary: `Remove one ${singular}`,
          responses: { '204': { description: 'Removed; `Undo-Token` in the headers takes it back.' }, ...FAILURES },
        },
      }),
    },
    ...(declaration.admin.remove && {
      [`/${name}/undo`]: {
        post: {
          tags,
          summary: 'Take a removal back',
          requestBody: { required: true, content: content(UNDO) },
          responses: {
            '200': { description: 'How many are there again.', content: content({ type: 'object' }) },
            ...FAILURES,
            '409': ref('responses', 'Conflict'),
          },
        },
      },
    }),
    ...((declaration.admin.update || declaration.admin.remove) && {
      [`/${name}/bulk`]: {
        post: {
          tags,
          summary: `Change or remove many ${title.toLowerCase()}`,
          requestBody: { required: true, content: content(BULK) },
          responses: {
            '200': { description: 'A preview, or what was done.', content: content({ type: 'object' }) },
            ...FAILURES,
            '409': ref('responses', 'Conflict'),
            '413': ref('responses', 'TooLarge'),
          },
        },
      },
    }),
    [`/${name}/export.csv`]: {
      get: {
        tags,
        summary: `Export ${title.toLowerCase()}`,
        responses: {
          '200': { description: 'All matches.', content: content({ type: 'string' }, 'text/csv') },
          ...FAILURES,
        },
      },
    },
  }
}

function filterParameter(key: string, field: Field): Json {
  const compared =
    field.kind === 'integer' ||
    field.kind === 'number' ||
    field.kind === 'instant' ||
    field.kind === 'date' ||
    field.kind === 'id'
  const note = compared ? ` Also ${OPERATORS.map((operator) => `${key}__${operator}`).join(', ')}.` : ''
  return parameter(
    key,
    { type: 'string' },
    `${field.title ?? key}${field.nullable ? ', or null' : ''}.${note}${field.to ? ` ${key}/field looks through the relation.` : ''}`,
  )
}

const plain = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest
}
