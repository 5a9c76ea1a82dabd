import { post } from '#app/http/calls.ts'
import { storePicture } from '#app/http/picture.ts'
import { ownPerson } from '#app/http/shapes.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { setPhoto } from '#server/media/commands.ts'

export const action = post(
  storePicture({
    summary: 'Set your photo',
    requires: 'member',
    purpose: 'photo',
    answer: ownPerson,
    apply: (ctx, picture) => setPhoto(ctx, requirePerson(ctx.actor), picture),
  }),
)
