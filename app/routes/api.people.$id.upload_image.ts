import { setPhoto } from '#server/media/commands.ts'
import { post } from '../http/calls.ts'
import { storePicture } from '../http/picture.ts'
import { avatar } from '../http/shapes.ts'

export const action = post(
  storePicture({
    summary: 'Set a person’s photo',
    requires: 'admin',
    purpose: 'photo',
    answer: avatar,
    apply: (ctx, key, id) => setPhoto(ctx, id, key),
    reply: (key) => ({ avatar: key }),
  }),
)
