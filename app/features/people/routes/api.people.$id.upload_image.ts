import { post } from '#app/http/calls.ts'
import { storePicture } from '#app/http/picture.ts'
import { avatar } from '#app/http/shapes.ts'
import { setPhoto } from '#server/media/commands.ts'

export const action = post(
  storePicture({
    summary: 'Set a person’s photo',
    requires: 'admin',
    purpose: 'photo',
    answer: avatar,
    apply: (ctx, picture, id) => setPhoto(ctx, id, picture),
    reply: (key) => ({ avatar: key }),
  }),
)
