import { renewPairing } from '#server/kiosks/commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** A new code to pair the device with. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { params }) => renewPairing(ctx, idFrom(params.id)),
})
export const loader = action
