import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { namedRecord } from '#app/http/shapes.ts'
import { pairInput, pairKiosk } from '#server/kiosks/commands.ts'

export const action = post({
  summary: 'Exchange a code for a device’s secret',
  requires: 'anyone',
  body: pairInput,
  answer: z.object({ secret: z.string(), kiosk: namedRecord }),
  run: (ctx, { body }) => pairKiosk(ctx, body),
})
