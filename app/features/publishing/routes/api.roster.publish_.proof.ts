import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { proof } from '#server/publishing/proof/contract.ts'
import { proofOfPublishing } from '#server/shifts/preview/proof.ts'

const ids = z.array(wholeNumber.positive()).max(1000).default([])

/** Stores nothing. */
export const action = post({
  summary: 'Who would read what if shifts were published, and the messages of one person',
  requires: 'admin',
  body: z.object({ events: ids, shifts: ids, person: wholeNumber.positive().optional() }),
  answer: proof,
  run: (ctx, { body: { person, ...what }, app }) =>
    proofOfPublishing(ctx, what, { person, origin: linkOrigin(app.config, ctx.site) }),
})
