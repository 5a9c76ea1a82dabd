import { requirePerson } from '#server/engine/access/permission.ts'
import { setPhoto } from '#server/media/commands.ts'
import { post } from '../http/calls.ts'
import { storePicture } from '../http/picture.ts'
import { ownPerson } from '../http/shapes.ts'

export const action = post(
  storePicture({
    summary: 'Set your photo',
    requires: 'member',
    purpose: 'photo',
    answer: ownPerson,
    apply: (ctx, key) => setPhoto(ctx, requirePerson(ctx.actor), key),
  }),
)
