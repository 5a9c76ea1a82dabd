import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { instant } from '#app/http/shapes.ts'
import { renewPairing } from '#server/kiosks/commands.ts'

export const action = post({
  summary: 'A new code for pairing a device',
  requires: 'admin',
  answer: z.object({ code: z.string(), code_expires: instant }),
  run: (ctx, { id }) => renewPairing(ctx, id),
})
