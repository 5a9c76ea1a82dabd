import { importable } from './csv-import.ts'
import type { Declaration, NamedFilter } from './define.ts'
import type { CollectionsEngine } from './engine.ts'
import type { Field } from './field-contract.ts'
import { OPERATORS } from './filters.ts'
import { type DescribedCall, pathsOfCalls, UNDOABLE, undoableWords } from './openapi-calls.ts'
import { createExample, updateExample } from './openapi-examples.ts'
import { firstPartOf, idNamesOf, tagsOf } from './openapi-names.ts'
import {
  content,
  FAILURES,
  type Json,
  PARAMETERS,
  parameter,
  READ_FAILURES,
  RESPONSES,
  ref,
  SHARED,
  saysMore,
  schemasOf,
} from './openapi-schemas.ts'
import { describeAccess, keyScopes } from './openapi-who.ts'

/** Builds the OpenAPI 3.1 document (`GET /api/openapi.json`) from the schemas that check the requests. */
export function openApiDocument(
  engine: Pick<CollectionsEngine, 'declarations'>,
  info: { title: string; version: string; contact?: { name: string; email: string } },
  calls: readonly DescribedCall[] = [],
): Json {
  const paths = withCalls(Object.assign({}, ...engine.declarations.map(pathsOf)), pathsOfCalls(calls, FAILURES))
  const tags = tagsOf(engine.declarations, Object.keys(paths))
  return {
    openapi: '3.1.0',
    info: { ...info, description: ABOUT, license: LICENCE },
    servers: [{ url: '/api', description: 'The API of the site that serves this description.' }],
    security: [{ bearer: [] }],
    tags: [...tags.values()],
    paths: tagged(paths, (path) => tags.get(firstPartOf(path))?.name),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key (`wb_…`).' },
        kiosk: { type: 'apiKey', in: 'header', name: 'x-kiosk-auth', description: 'The secret of a paired kiosk.' },
      },
      schemas: { ...SHARED, ...Object.assign({}, ...engine.declarations.map(schemasOf)) },
      parameters: PARAMETERS,
      responses: RESPONSES,
    },
  }
}

const ABOUT =
  'Volunteer and shift management. Every path works with or without its trailing slash, and instants in answers look like `2027-03-01T09:00:00.000Z`.'
const LICENCE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

function tagged(paths: Record<string, Json>, tagOf: (path: string) => string | undefined): Record<string, Json> {
  const ofPath = (path: string, item: Json) =>
    Object.entries(item).map(([key, part]) =>
      key === 'parameters' ? [key, part] : [key, { tags: [tagOf(path)], ...(part as Json) }],
    )
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(ofPath(path, item))]))
}

/** Adds calls to the paths of collections. A command that creates records joins the list's path. */
function withCalls(collections: Record<string, Json>, calls: Record<string, Json>): Record<string, Json> {
  const paths = { ...collections }
  for (const [path, operations] of Object.entries(calls)) {
    const at = `${path}/` in collections ? `${path}/` : path
    paths[at] = { ...paths[at], ...operations }
  }
  return paths
}

const answered = (description: string, schema: string) => ({ description, content: content(ref('schemas', schema)) })

function pathsOf(declaration: Declaration): Json {
  const { admin, contract, reveals, leftovers, hooks } = declaration
  const { name, title, singular } = contract
  const ids = idNamesOf(name)
  const who = describeAccess(declaration)
  const scopes = keyScopes(declaration)
  const [reads, writes] = [{ 'x-api-key-scopes': scopes.read }, { 'x-api-key-scopes': scopes.write }]
  const many = title.toLowerCase()
  const settlesLater = (description: string, which: true | string = true) => ({
    description: `${description} ${undoableWords(which)}`,
    ...UNDOABLE,
  })
  const reachesShifts = hooks.notifies || hooks.reachesShifts
  const query = listParameters(declaration)
  const file = importable(declaration)
  const list = answered('A page.', `${name}.list`)
  const body = (kind: 'create' | 'update', example: unknown, form = false) => {
    const item = ref('schemas', `${name}.${kind}`)
    const json = content({ anyOf: [{ type: 'array', maxItems: 1000, items: item }, item] }, undefined, example)
    return { required: true, content: { ...json, ...(form && content(ref('schemas', 'File'), 'multipart/form-data')) } }
  }
  const createdRecords = answered(
    reveals.length
      ? `The created records, with the secrets that are shown once: ${reveals.join(', ')}.`
      : 'The created ones.',
    reveals.length ? `${name}.made` : `${name}.list`,
  )
  const imported = leftovers ? `${name}.imported` : 'Imported'
  const shown = answered('What the file would do.', imported)
  return {
    [`/${name}/`]: {
      get: {
        operationId: `list${ids.many}`,
        summary: `List ${many}`,
        description: who.read,
        ...reads,
        parameters: query,
        responses: { '200': list, ...READ_FAILURES },
      },
      ...(admin.create && {
        post: {
          operationId: `create${ids.many}`,
          summary: file ? `Create ${many}, or import them from a CSV file` : `Create ${many}`,
          ...(file && hooks.notifies ? settlesLater(who.create, 'by a file') : { description: who.create }),
          ...writes,
          ...(file && { parameters: [parameter('preview', { type: 'boolean' }, 'With a file: nothing is written.')] }),
          requestBody: body('create', createExample(contract), file),
          responses: {
            ...(file && { '200': shown }),
            '201': file ? { ...createdRecords, content: content(either(`${name}.list`, imported)) } : createdRecords,
            ...FAILURES,
          },
        },
      }),
      ...(admin.update && {
        put: {
          operationId: `update${ids.many}`,
          summary: `Change ${many}`,
          description: who.update,
          ...writes,
          requestBody: body('update', updateExample(contract)),
          responses: { '200': answered('The changed ones.', `${name}.${leftovers ? 'changed' : 'list'}`), ...FAILURES },
        },
      }),
    },
    [`/${name}/{id}/`]: {
      parameters: [ref('parameters', 'id')],
      get: {
        operationId: `get${ids.one}`,
        summary: `One ${singular}`,
        description: who.read,
        ...reads,
        parameters: [expandParameter(declaration)],
        responses: { '200': answered('The record.', `${name}.list`), ...READ_FAILURES },
      },
      ...(admin.update && {
        put: {
          operationId: `change${ids.one}`,
          summary: `Change one ${singular}`,
          description: who.update,
          ...writes,
          requestBody: { required: true, content: content(ref('schemas', `${name}.change`)) },
          responses: { '200': answered('The changed one.', `${name}.${leftovers ? 'changed' : 'list'}`), ...FAILURES },
        },
      }),
      ...(admin.remove && {
        delete: {
          operationId: `remove${ids.one}`,
          summary: `Remove one ${singular}`,
          ...(reachesShifts ? settlesLater(who.remove) : { description: who.remove }),
          ...writes,
          parameters: [
            parameter('confirm', { type: 'integer', minimum: 0 }, 'The number of other records this affects.'),
            ...(leftovers ? [parameter(leftovers.name, { enum: leftovers.ofRemoval }, leftovers.description)] : []),
          ],
          responses: {
            '204': { description: 'Removed; use `Undo-Token` in the headers to undo it.' },
            ...FAILURES,
            '409': ref('responses', 'Reaches'),
          },
        },
      }),
    },
    ...(admin.remove && {
      [`/${name}/undo`]: {
        post: {
          operationId: `undoRemovalOf${ids.many}`,
          summary: 'Undo a removal',
          description: who.remove,
          ...writes,
          requestBody: { required: true, content: content(ref('schemas', 'Undo')) },
          responses: { '200': answered('How many were restored.', 'Undone'), ...FAILURES },
        },
      },
    }),
    ...((admin.update || admin.remove) && {
      [`/${name}/bulk`]: {
        post: {
          operationId: `bulkChange${ids.many}`,
          summary: `Change or remove many ${many}`,
          ...(reachesShifts ? settlesLater(who.bulk) : { description: who.bulk }),
          ...writes,
          requestBody: { required: true, content: content(ref('schemas', leftovers ? `${name}.bulk` : 'Bulk')) },
          responses: {
            '200': answered('A preview, or the result.', saysMore(declaration) ? `${name}.bulkdone` : 'BulkDone'),
            ...FAILURES,
          },
        },
      },
    }),
    [`/${name}/export.csv`]: {
      get: {
        operationId: `export${ids.many}`,
        summary: `Export ${many}`,
        description: who.export,
        ...reads,
        parameters: query,
        responses: {
          '200': { description: 'All matches.', content: content({ type: 'string' }, 'text/csv') },
          ...READ_FAILURES,
        },
      },
    },
  }
}

const either = (...names: string[]): Json => ({ anyOf: names.map((name) => ref('schemas', name)) })

const expandParameter = ({ contract }: Declaration) => {
  const relations = Object.entries(contract.fields).flatMap(([key, field]) => (field.to ? [key] : []))
  return parameter('expand', { type: 'string' }, `Relations to send along: ${relations.join(', ') || 'none'}.`)
}

function listParameters(declaration: Declaration): Json[] {
  const { fields, sort } = declaration.contract
  return [
    ...['search', 'limit', 'offset', 'visibleOnly'].map((key) => ref('parameters', key)),
    expandParameter(declaration),
    parameter(
      'sort',
      { type: 'string' },
      `Fields separated by commas, "-" for descending. Otherwise ${sort.join(', ')}.`,
    ),
    ...Object.entries(fields).flatMap(([key, field]) =>
      field.kind === 'json' ? [] : [filterParameter(key, field, declaration.filters[key])],
    ),
    ...Object.entries(declaration.filters).flatMap(([key, filter]) =>
      Object.hasOwn(fields, key) ? [] : [parameter(key, { type: 'string' }, NAMED[namedAs(filter)])],
    ),
    ...(declaration.dated ? (['from', 'until'] as const) : []).map((edge) =>
      parameter(
        edge === 'from' ? 'from' : 'to',
        { type: 'string' },
        BOUND[edge].replace('{}', `\`${declaration.dated}\``),
      ),
    ),
  ]
}

const NAMED = {
  from: 'Records that end after it, or start on it or later: a day (YYYY-MM-DD) of the site, or an instant.',
  until: 'Records that start on this day of the site (YYYY-MM-DD) or earlier, or before this instant.',
  day: 'Records that overlap this day of the site (YYYY-MM-DD).',
  other: 'Named filter.',
}

const namedAs = (filter: NamedFilter) =>
  filter.kind === 'moment' ? filter.edge : filter.kind === 'day' ? 'day' : 'other'

const BOUND = {
  from: 'Records whose {} is this day of the site (YYYY-MM-DD) or later, or this instant or later.',
  until: 'Records whose {} is this day of the site (YYYY-MM-DD) or earlier, or this instant or earlier.',
}

const COMPARED: readonly Field['kind'][] = ['integer', 'number', 'instant', 'date', 'id']

function filterParameter(key: string, field: Field, named: NamedFilter | undefined): Json {
  const note = COMPARED.includes(field.kind)
    ? ` Also ${OPERATORS.map((operator) => `${key}__${operator}`).join(', ')}.`
    : ''
  if (named?.kind === 'moment') return parameter(key, { type: 'string' }, `${NAMED[named.edge]}${note}`)
  const day =
    field.kind === 'instant' || field.kind === 'date'
      ? ' A day (YYYY-MM-DD) matches all of that day; see `from`, `to`.'
      : ''
  return parameter(
    key,
    { type: 'string' },
    `${field.title ?? key}${field.nullable ? ', or null' : ''}.${day}${note}${field.to ? ` ${key}/field filters by a field of the related record.` : ''}`,
  )
}
