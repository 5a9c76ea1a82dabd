import * as z from 'zod'
import type { Requirement } from '#server/engine/access/permission.ts'
import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { operationIdOf } from './openapi-names.ts'

/** The answer of a call: records of a collection in list shape (with additions), a schema, a CSV file, any other file, or nothing (204). */
export type Answer = { list: string; more?: z.ZodObject } | z.ZodType | 'csv' | 'file' | null

/** The description of a call. */
export type CallDescription = {
  summary: string
  requires: Requirement
  /** The parameters of its query. */
  parameters?: z.ZodObject
  body?: z.ZodType
  /** A body that is a multipart form. */
  form?: z.ZodObject
  answer: Answer
  /** 200 unless given, 204 without an answer. */
  status?: 201 | 202
  /** A screen offers to undo it, or it answers the token of an undo: what it changes settles after the undo window. */
  undoable?: true
}

/** What the description of an undoable call says besides. */
export const UNDOABLE = {
  words: 'What it changes settles after 25 seconds; if it is undone before that, no one is notified.',
  property: { 'x-settles-after-seconds': 25 },
} as const

/** A call with an address of its own, besides a collection's generic calls. */
export type DescribedCall = CallDescription & {
  method: string
  /** With `{id}` for variable parts. */
  path: string
  /** The scopes that an API key needs: empty for public calls, null for calls that are for people only. */
  scopes: CallScopes
}

type Json = Record<string, unknown>

const WHO = {
  anyone: 'Anybody, without signing in.',
  kiosk: 'A paired kiosk, by its secret in `x-kiosk-auth`.',
}

/** Builds the OpenAPI paths of calls with a verb. */
export function pathsOfCalls(calls: readonly DescribedCall[], failures: Json): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, failures) }
  return paths
}

/** Describes who may make a call. */
const callers = (requires: Requirement, scopes: CallScopes): string => {
  if (requires === 'anyone' || requires === 'kiosk') return WHO[requires]
  const people = requires === 'admin' ? 'Admins' : 'Signed-in people'
  return scopes === null ? `${people}; not API keys.` : `${people}, and API keys with ${scopes.join(', ')}.`
}

function operation(call: DescribedCall, failures: Json): Json {
  const { method, path, requires, scopes, summary, parameters, body, form, answer, status, undoable } = call
  const described = [...pathParameters(path), ...queryParameters(parameters)]
  const content = {
    ...(body && { 'application/json': { schema: schemaOf(body, 'input') } }),
    ...(form && { 'multipart/form-data': { schema: schemaOf(form, 'input') } }),
  }
  const needed = Boolean(form) || (body !== undefined && !body.safeParse(undefined).success)
  return {
    operationId: operationIdOf(method, path),
    summary,
    description: [callers(requires, scopes), ...(undoable ? [UNDOABLE.words] : [])].join(' '),
    'x-api-key-scopes': scopes,
    ...(undoable && UNDOABLE.property),
    ...(requires === 'anyone' && { security: [{}, { bearer: [] }] }),
    ...(requires === 'kiosk' && { security: [{ kiosk: [] }] }),
    ...(described.length && { parameters: described }),
    ...((body || form) && { requestBody: { required: needed, content } }),
    responses: {
      ...(answer === null
        ? { '204': { description: 'Done.' } }
        : { [status ?? 200]: { description: 'Done.', content: contentOf(answer) } }),
      ...failures,
    },
  }
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const contentOf = (answer: NonNullable<Answer>): Json =>
  answer === 'csv'
    ? { 'text/csv': { schema: { type: 'string' } } }
    : answer === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: answerSchema(answer) } }

function answerSchema(answer: Exclude<Answer, 'csv' | 'file' | null>): Json {
  if (answer instanceof z.ZodType) return schemaOf(answer, 'output')
  const list = { $ref: `#/components/schemas/${answer.list}.list` }
  return answer.more ? { allOf: [list, { ...schemaOf(answer.more, 'output'), additionalProperties: true }] } : list
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
