import * as z from 'zod'
import type { Requirement } from '#server/engine/access/permission.ts'
import type { CallScopes } from '#server/engine/access/scopes.pure.ts'
import { operationIdOf } from './openapi-names.ts'

export type Answer = { list: string; more?: z.ZodObject } | z.ZodType | 'csv' | 'file' | null

export type CallDescription = {
  summary: string
  requires: Requirement
  parameters?: z.ZodObject
  body?: z.ZodType
  form?: z.ZodObject
  answer: Answer
  /** Default: 200, or 204 without content. */
  status?: 201 | 202
  /** Whether its changes settle after the undo window, since a screen offers to undo it or it returns a token; or which: "by …". */
  undoable?: true | string
}

export const UNDOABLE = { 'x-settles-after-seconds': 25 } as const

export const undoableWords = (which: true | string): string =>
  `Changes ${which === true ? '' : `${which} `}settle after 25 seconds. If they’re undone before that, no one is notified.`

export type DescribedCall = CallDescription & {
  method: string
  path: string
  /** Scopes of API keys: empty for public calls, null for calls that are for people only. */
  scopes: CallScopes
}

type Json = Record<string, unknown>

const WHO = {
  anyone: 'Anyone, without signing in.',
  kiosk: 'A paired kiosk, by its secret in `x-kiosk-auth`.',
}

export function pathsOfCalls(calls: readonly DescribedCall[], failures: Json): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, failures) }
  return paths
}

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
    description: [callers(requires, scopes), ...(undoable ? [undoableWords(undoable)] : [])].join(' '),
    'x-api-key-scopes': scopes,
    ...(undoable && UNDOABLE),
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
