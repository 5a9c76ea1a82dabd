import { getCurrentUser } from '#server/accounts/queries.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { callerOf } from '#server/engine/access/limits/caller.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { CallDescription } from '#server/engine/collections/openapi-calls.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { ReplacedImage } from '#server/media/commands.ts'
import { IMAGE_TOO_LARGE, type Purpose } from '#server/media/image.ts'
import type { StoredPicture } from '#server/media/media.ts'
import { type CallHandler, type CallInput, requireCallPermission } from './calls.ts'
import { readMultipart } from './multipart.ts'
import { idFrom } from './parse.ts'
import { authenticate, runInSite } from './pipeline.ts'
import { pictureForm } from './shapes.ts'

const MAX_FORM = 6 * 1024 * 1024

type Picture = Pick<CallDescription, 'summary' | 'answer'> & {
  requires: 'member' | 'admin'
  purpose: Purpose
  /** Runs in the transaction with the stored picture; null removes it. */
  apply: (ctx: Ctx, picture: StoredPicture | null, id: number) => Promise<ReplacedImage>
  /** Response of the call; by default the acting person in full. */
  reply?: (key: string | null, site: CallInput['site']) => unknown
  afterCommit?: (input: Pick<CallInput, 'app' | 'site'>) => void
  /** Rate limit per uploader. */
  limit?: 'message_upload'
}

const pictureHandler = (
  isForm: boolean,
  { summary, requires, purpose, apply, answer, reply, afterCommit, limit }: Picture,
): CallHandler => ({
  summary,
  requires,
  answer,
  ...(isForm && { form: pictureForm }),
  optionsFor: (request) => ({ permit: (actor) => requireCallPermission(actor, requires, 'write', request) }),
  handle: async (call, { params }) => {
    const { app, site, request } = call
    const actor = await authenticate(call)
    if (limit) await app.limits.take(limit, { site: site.id, caller: callerOf(actor) })
    const id = params.id === undefined ? Number.NaN : idFrom(params.id)
    const picture = isForm ? await app.media.add(site.id, await readFile(request), purpose) : null
    const key = picture?.key ?? null
    try {
      const { replaced, user } = await runInSite(call, { access: 'write' }, async (ctx) => {
        const { replaced } = await apply(ctx, picture, id)
        return { replaced, user: reply ? null : await getCurrentUser(ctx.db, requirePerson(ctx.actor)) }
      })
      await app.media.remove(site.id, replaced)
      afterCommit?.({ app, site })
      return reply ? reply(key, site) : user
    } catch (error) {
      await app.media.remove(site.id, key)
      throw error
    }
  },
})

/**
 * Stores the picture in the field `file` of a form. It is re-encoded and stored before the transaction, and removed
 * again when the transaction fails.
 */
export const storePicture = (definition: Picture): CallHandler => pictureHandler(true, definition)

export const removePicture = (definition: Picture): CallHandler => pictureHandler(false, definition)

async function readFile(request: Request): Promise<Uint8Array> {
  const form = await readMultipart(request, MAX_FORM).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'too_large' ? invalid({ file: [IMAGE_TOO_LARGE] }) : error
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  return new Uint8Array(await file.arrayBuffer())
}
