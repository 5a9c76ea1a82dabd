import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { VERSION } from '../shell/root-data.ts'
import { apiCalls } from './api-calls.ts'

type Described = { document: Record<string, unknown>; text: string }

/** One for each engine, which never changes while the product runs. */
const made = new WeakMap<CollectionsEngine, Promise<Described>>()

/** The description of all calls, as an object and as the text of `GET /api/openapi.json`. */
export function describeApi(collections: CollectionsEngine): Promise<Described> {
  const known = made.get(collections)
  if (known) return known
  const fresh = apiCalls().then((calls) => {
    const document = openApiDocument(collections, { title: 'Watchbill', version: VERSION.replace('v', '') }, calls)
    return { document, text: JSON.stringify(document) }
  })
  made.set(collections, fresh)
  return fresh
}
