import { del } from '#app/http/calls.ts'
import { removePicture } from '#app/http/picture.ts'
import { avatar } from '#app/http/shapes.ts'
import { setPhoto } from '#server/media/commands.ts'

export const action = del(
  removePicture({
    summary: 'Remove a person’s photo',
    requires: 'admin',
    purpose: 'photo',
    answer: avatar,
    apply: (ctx, picture, id) => setPhoto(ctx, id, picture),
    reply: (key) => ({ avatar: key }),
  }),
)
