import * as z from 'zod'
import type { Requirement } from '#server/access/permission.ts'

/** A call that is no record of a collection but a verb. */
export type Call = {
  method: string
  /** With `{id}` for parts that vary. */
  path: string
  requires: Requirement
  summary?: string
  body?: z.ZodType
}

type Json = Record<string, unknown>

const WHO: Record<Requirement, string> = {
  anyone: 'Without signing in.',
  member: 'For signed-in people.',
  admin: 'For admins, and API keys.',
}

/** The paths of OpenAPI for calls with a verb. */
export function pathsOfCalls(calls: readonly Call[], failures: Json): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const { method, path, requires, summary, body } of calls) {
    const [, tag = ''] = path.split('/')
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
    }))
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [`${tag}: calls`],
        summary: summary ?? `${method} ${path.slice(1)}`,
        description: WHO[requires],
        ...(requires === 'anyone' && { security: [] }),
        ...(parameters.length && { parameters }),
        ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
        responses: { '200': { description: 'Done.' }, '204': { description: 'Done.' }, ...failures },
      },
    }
  }
  return paths
}

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
