import type { WebContext } from '#app/web/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { VERSION } from '../shell/root-data.ts'
import { describedCalls, type RouteModules } from './described-calls.ts'

type Described = Pick<WebContext, 'collections' | 'config'>
type Description = { document: Record<string, unknown>; text: string }

/** Loaded on demand, since one of the modules imports this one. */
const MODULES = import.meta.glob('../**/routes/api.*.ts')

/** One description per engine: it never changes while the product runs. */
const cache = new WeakMap<CollectionsEngine, Promise<Description>>()

export function describeApi({ collections, config }: Described): Promise<Description> {
  const cached = cache.get(collections)
  if (cached) return cached
  const description = write({ collections, config })
  cache.set(collections, description)
  return description
}

async function write({ collections, config }: Described): Promise<Description> {
  const modules = Object.entries(MODULES).map(async ([file, load]) => [file, await load()] as const)
  const calls = describedCalls(Object.fromEntries(await Promise.all(modules)) as RouteModules)
  const contact = { name: 'Watchbill support', email: config.SUPPORT_EMAIL }
  const document = openApiDocument(
    collections,
    { title: 'Watchbill', version: VERSION.replace('v', ''), contact },
    calls,
  )
  return { document, text: JSON.stringify(document) }
}
