import { setPhoto } from '#server/media/commands.ts'
import { idFrom } from '../http/parse.ts'
import { pictureEdge } from '../http/picture-edge.ts'

/** POST: an admin's way to a person's photo. */
export const action = pictureEdge({
  methods: ['POST'],
  requires: 'admin',
  purpose: 'photo',
  apply: (ctx, key, params) => setPhoto(ctx, idFrom(params.id), key),
  answer: (avatar) => ({ avatar }),
})
export const loader = action
