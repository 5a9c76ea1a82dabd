import type { WebContext } from '#app/web/context.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { scopesOfAddress } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Requirement } from '#server/engine/access/permission.ts'
import { requirePerson, requireScopes, requireStanding } from '#server/engine/access/permission.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Replaced } from '#server/media/commands.ts'
import type { Purpose } from '#server/media/image.ts'
import { credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { type ApiArgs, apiEdge, type Described } from './api.ts'
import { readMultipart } from './multipart.ts'
import { json } from './problem.ts'
import { askedBy, type Turn } from './turn.ts'

/** A picture of the size that is taken, with room for the form around it; a larger one is told so before it is read. */
const MAX_FORM = 6 * 1024 * 1024

type Picture = {
  methods: readonly ('POST' | 'DELETE')[]
  requires: Exclude<Requirement, 'anyone'>
  purpose: Purpose
  /** Runs in the transaction with the key of the stored picture; null takes it away. */
  apply: (ctx: Ctx, key: string | null, params: Record<string, string | undefined>) => Promise<Replaced>
  /** What the call answers; the acting person in full unless given. */
  answer?: (key: string | null) => unknown
}

/**
 * A call that stores a picture (POST, multipart, field `file`) or takes it away (DELETE). The picture is remade and stored
 * before the transaction, and removed again when that fails.
 */
export const pictureEdge = ({
  methods,
  requires,
  purpose,
  apply,
  answer,
}: Picture): Described<(args: ApiArgs) => Promise<Response>> =>
  Object.assign(
    (args: ApiArgs): Promise<Response> => {
      const { request, params } = args
      const credentials = credentialsOf(request)
      const run = async (app: WebContext, site: Site, turn: Turn) => {
        requireOwnOrigin(request, credentials, app.config)
        const actor = await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
        requireStanding(actor, requires)
        requireScopes(actor, scopesOfAddress(request.method, new URL(request.url).pathname))
        const key = request.method === 'POST' ? await app.media.add(site.id, await readFile(request), purpose) : null
        try {
          const { replaced, user } = await app.withSite(
            site.id,
            async (db) => {
              const ctx: Ctx = { db, site, actor, clock: app.clock, log: app.log, wake: () => {} }
              const { replaced } = await apply(ctx, key, params)
              return { replaced, user: answer ? null : await getCurrentUser(db, requirePerson(actor)) }
            },
            { access: 'write' },
          )
          await app.media.remove(site.id, replaced)
          return json(answer ? answer(key) : user)
        } catch (error) {
          await app.media.remove(site.id, key)
          throw error
        }
      }
      return apiEdge(args, methods, run, credentials)
    },
    { methods, requires },
  )

async function readFile(request: Request): Promise<Uint8Array> {
  const file = (await readMultipart(request, MAX_FORM)).get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  return new Uint8Array(await file.arrayBuffer())
}
