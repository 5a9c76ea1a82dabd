import { requirePerson } from '#server/engine/access/permission.ts'
import { setPhoto } from '#server/media/commands.ts'
import { pictureEdge } from '../http/picture-edge.ts'

/** POST multipart, field `file` */
export const action = pictureEdge({
  methods: ['POST'],
  requires: 'member',
  purpose: 'photo',
  apply: (ctx, key) => setPhoto(ctx, requirePerson(ctx.actor), key),
})
export const loader = action
