import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { proof } from '#server/publishing/proof/contract.ts'
import { proofOfSaving } from '#server/shifts/preview/proof.ts'
import { rosterEdit } from '#server/shifts/roster-editor/contract.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would read what if a roster were saved and published, and the messages of one person',
  requires: 'admin',
  body: z.object({ staged: rosterEdit, person: wholeNumber.positive().optional() }),
  answer: proof,
  run: (ctx, { id, body: { staged, person }, app }) =>
    proofOfSaving(ctx, app.collections, id, staged, { person, origin: linkOrigin(app.config, ctx.site) }),
})
