import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { acceptOffer } from '#server/waiting/commands.ts'

/** 409 when it is no longer held for the person, or someone else was first. */
export const action = put({
  summary: 'Take the shift that is offered to you',
  undoable: true,
  requires: 'member',
  answer: z.object({ shift: z.number().int() }),
  run: (ctx, { id }) => acceptOffer(ctx, id),
})
