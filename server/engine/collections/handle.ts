import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'
import { csvFileName, type WithDb } from './csv.ts'
import type { CollectionsEngine } from './engine.ts'
import { booleanOf, idOf } from './filters.ts'
import type { QueryInput } from './query-shape.ts'

/** A request's surroundings; `withDb` runs work in a transaction of the site and resolves after its commit. */
export type CollectionEnv = Omit<Ctx, 'db'> & { withDb: WithDb }

export type CollectionRequest = {
  method: string
  /** The path after the collection's word, without empty parts. */
  segments: readonly string[]
  query: QueryInput
  /** The parsed JSON body. */
  body?: unknown
  /** The `file` of a multipart body, taken apart: a CSV import. */
  file?: DecodedCsv
}

export type CollectionResponse = {
  status: 200 | 201 | 204
  headers: Record<string, string>
  body: string | AsyncIterable<string> | null
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Answers one call on a collection, free of any web framework. What a write wakes is woken after
 * its commit.
 * @throws DomainError; 'not_found' also for a method or path that does not exist.
 */
export async function handleCollection(
  engine: CollectionsEngine,
  env: CollectionEnv,
  request: CollectionRequest,
  name: string,
): Promise<CollectionResponse> {
  const { method, segments, query, body } = request
  const [first, ...rest] = segments
  if (!engine.has(name) || rest.length) throw notFound()
  const declaration = engine.declarations.find(({ contract }) => contract.name === name)
  const reading = <T>(work: (ctx: Ctx) => Promise<T>) => env.withDb('read', (db) => work({ ...env, db }))
  switch (`${method} ${first === undefined ? 'all' : 'one'}`) {
    case 'GET all':
      return json(200, await reading((ctx) => engine.list(ctx, name, query)))
    case 'GET one': {
      if (first === 'export.csv' && declaration) {
        const file = `attachment; filename="${csvFileName(declaration)}"`
        const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': file }
        return { status: 200, headers, body: await engine.exportCsv(env, name, query) }
      }
      return json(200, await reading((ctx) => engine.get(ctx, name, pathId(first), query)))
    }
    case 'POST all':
      if (request.file) return importing(request.file)
      return json(201, await writing(env, (ctx) => engine.create(ctx, name, bodyOf(body))))
    case 'PUT all':
      return json(200, await writing(env, (ctx) => engine.update(ctx, name, bodyOf(body))))
    case 'DELETE one':
      return { status: 204, headers: await writing(env, (ctx) => removing(ctx, first)), body: null }
    case 'POST one':
      if (first === 'bulk')
        return json(200, await writing(env, async (ctx) => text(await engine.bulk(ctx, name, bodyOf(body)))))
      if (first === 'undo')
        return json(200, await writing(env, async (ctx) => text(await engine.undo(ctx, name, bodyOf(body)))))
      throw notFound()
    default:
      throw notFound()
  }

  async function importing(file: DecodedCsv): Promise<CollectionResponse> {
    const preview = previewOf(query)
    const answer = await writing(env, (ctx) => engine.importCsv(ctx, name, file, { preview }))
    return json(preview ? 200 : 201, text(answer))
  }

  async function removing(ctx: Ctx, id: string | undefined): Promise<Record<string, string>> {
    const { token } = await engine.remove(ctx, name, pathId(id))
    return { 'Undo-Token': token }
  }
}

const text = (value: unknown) => JSON.stringify(value)

const json = (status: 200 | 201, body: string): CollectionResponse => ({ status, headers: JSON_TYPE, body })

const pathId = (text = ''): number => {
  const id = idOf(text)
  if (id === null) throw notFound()
  return id
}

/** Whether an import is only tried. What cannot be read is refused: it must not store what was to be looked at first. */
function previewOf(query: QueryInput): boolean {
  const given = new URLSearchParams(query).get('preview')
  const preview = given ? booleanOf(given) : false
  if (preview === null) throw invalid({ preview: ['Must be true or false.'] })
  return preview
}

const bodyOf = (body: unknown) => {
  if (body === undefined) throw invalid({ non_field_errors: ['A JSON body is needed.'] })
  return body
}

async function writing<T>(env: CollectionEnv, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const woken = new Set<WakeUp>()
  const result = await env.withDb('write', (db) => work({ ...env, db, wake: (job) => void woken.add(job) }))
  for (const job of woken) env.wake(job)
  return result
}
