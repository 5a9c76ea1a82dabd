import { pairInput, pairKiosk } from '#server/kiosks/commands.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** The device itself calls this: it has nothing but the code. */
export const action = api({
  methods: ['POST'],
  requires: 'anyone',
  access: 'write',
  handle: (ctx, { body }) => pairKiosk(ctx, parse(pairInput, body)),
})
export const loader = action
