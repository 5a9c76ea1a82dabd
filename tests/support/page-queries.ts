import type { LoaderFunctionArgs } from '@remix-run/node'
import type { KyselyPlugin } from 'kysely'
import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export type PageLoader = (args: LoaderFunctionArgs) => Promise<unknown>

export type PageRun = { queries: number; bytes: number; data: unknown }

/** Calls a page's loader as the server does once it knows the actor. @returns how many statements it sent, and how much it gave. */
export async function runPage(
  context: WebContext,
  { site, actor, loader, path, params = {} }: Call & { loader: PageLoader },
): Promise<PageRun> {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Raw statements pass here too, unlike the step before.
    transformResult: async ({ result }) => {
      queries++
      return result
    },
  }
  const app: WebContext = {
    ...context,
    withSite: (of, work, options) =>
      context.withSite(of, (db: SiteDb) => work(db.withPlugin(counter) as unknown as SiteDb), options),
  }
  const request = new Request(`http://${site.slug}.localhost${path}`)
  const args = { request, params, context: { app, site, actor, nonce: '', requestId: 'test' } }
  const data = await loader(args as unknown as LoaderFunctionArgs)
  return { queries, bytes: JSON.stringify(data).length, data }
}

type Call = { site: Site; actor: Actor; path: string; params?: Record<string, string> }
