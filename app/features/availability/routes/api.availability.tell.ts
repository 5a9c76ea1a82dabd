import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { tellCoordinator } from '#server/availability/rostered/commands.ts'
import { tellCoordinatorInput } from '#server/availability/rostered/contract.ts'

export const action = post({
  summary: 'Tell the coordinators you’re unavailable for your shifts',
  requires: 'member',
  body: tellCoordinatorInput,
  answer: z.object({ notified: wholeNumber }),
  run: (ctx, { body }) => tellCoordinator(ctx, body.shifts),
})
