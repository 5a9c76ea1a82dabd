import type { WebContext } from '#app/web/context.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import '@remix-run/node'

declare module '@remix-run/node' {
  interface AppLoadContext {
    app: WebContext
    site: Site | null
    /** A page of the operators' console, on its own host. */
    console: boolean
    actor: Actor
    nonce: string
    requestId: string
    /** The rate limit has counted the request; a call of the API counts itself. */
    counted?: boolean
  }
}
