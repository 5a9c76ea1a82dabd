import { setPhoto } from '#server/media/commands.ts'
import { del } from '../http/calls.ts'
import { removePicture } from '../http/picture.ts'
import { avatar } from '../http/shapes.ts'

export const action = del(
  removePicture({
    summary: 'Remove a person’s photo',
    requires: 'admin',
    purpose: 'photo',
    answer: avatar,
    apply: (ctx, key, id) => setPhoto(ctx, id, key),
    reply: (key) => ({ avatar: key }),
  }),
)
