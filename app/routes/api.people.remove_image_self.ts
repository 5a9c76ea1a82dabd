import { requirePerson } from '#server/engine/access/permission.ts'
import { setPhoto } from '#server/media/commands.ts'
import { del } from '../http/calls.ts'
import { removePicture } from '../http/picture.ts'
import { ownPerson } from '../http/shapes.ts'

export const action = del(
  removePicture({
    summary: 'Remove your photo',
    requires: 'member',
    purpose: 'photo',
    answer: ownPerson,
    apply: (ctx, key) => setPhoto(ctx, requirePerson(ctx.actor), key),
  }),
)
