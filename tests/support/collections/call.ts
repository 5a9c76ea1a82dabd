import { isPreview } from '#app/http/collections.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { csvFileName, type WithDb } from '#server/engine/collections/csv.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { idOf } from '#server/engine/collections/filters.ts'
import type { QueryInput } from '#server/engine/collections/query-shape.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { DecodedCsv } from '#server/engine/parsing/csv-file-contract.ts'

export type CollectionEnv = Omit<Ctx, 'db'> & { withDb: WithDb }

export type CollectionRequest = {
  method: string
  segments: readonly string[]
  query: QueryInput
  body?: unknown
  file?: DecodedCsv
}

export type CollectionResponse = {
  status: 200 | 201 | 204
  headers: Record<string, string>
  body: string | AsyncIterable<string> | null
}

/** Calls the engine as the generic calls of the API do (`app/http/collections.ts`), without HTTP, as any actor. */
export async function callCollection(
  engine: CollectionsEngine,
  env: CollectionEnv,
  { method, segments: [first], query, body, file }: CollectionRequest,
  name: string,
): Promise<CollectionResponse> {
  if (!engine.has(name)) throw notFound()
  const read = async (work: (ctx: Ctx) => Promise<string>) =>
    answer(200, await env.withDb('read', (db) => work({ ...env, db })))
  const write = async <T>(work: (ctx: Ctx) => Promise<T>) => {
    const woken = new Set<WakeUp>()
    const result = await env.withDb('write', (db) => work({ ...env, db, wake: (job) => void woken.add(job) }))
    for (const job of woken) env.wake(job)
    return result
  }
  const id = () => {
    const found = idOf(first ?? '')
    if (found === null) throw notFound()
    return found
  }
  if (method === 'GET' && first === 'export.csv') {
    const declaration = engine.declarations.find(({ contract }) => contract.name === name)!
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${csvFileName(declaration)}"`,
    }
    return { status: 200, headers, body: await engine.exportCsv(env, name, query) }
  }
  switch (`${method} ${first === undefined ? 'all' : ['bulk', 'undo'].includes(first) ? first : 'one'}`) {
    case 'GET all':
      return read((ctx) => engine.list(ctx, name, query))
    case 'GET one':
      return read((ctx) => engine.get(ctx, name, id(), query))
    case 'POST all':
      if (file) {
        const preview = isPreview({ searchParams: new URLSearchParams(query) })
        return answer(preview ? 200 : 201, await write((ctx) => engine.importCsv(ctx, name, file, { preview })))
      }
      return answer(201, await write((ctx) => engine.create(ctx, name, body)))
    case 'PUT all':
      return answer(200, await write((ctx) => engine.update(ctx, name, body)))
    case 'DELETE one': {
      const { token } = await write((ctx) => engine.remove(ctx, name, id()))
      return { status: 204, headers: { 'Undo-Token': token }, body: null }
    }
    case 'POST bulk':
      return answer(200, await write((ctx) => engine.bulk(ctx, name, body)))
    case 'POST undo':
      return answer(200, await write((ctx) => engine.undo(ctx, name, body)))
    default:
      throw notFound()
  }
}

const answer = (status: 200 | 201, body: unknown): CollectionResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
