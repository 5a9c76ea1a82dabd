import * as z from 'zod'
import { tellCoordinator } from '#server/availability/rostered/commands.ts'
import { tellCoordinatorInput } from '#server/availability/rostered/contract.ts'
import { post } from '../http/calls.ts'
import { wholeNumber } from '../http/shapes.ts'

export const action = post({
  summary: 'Tell the coordinators that you are unavailable for your shifts',
  requires: 'member',
  body: tellCoordinatorInput,
  answer: z.object({ notified: wholeNumber }),
  run: (ctx, { body }) => tellCoordinator(ctx, body.shifts),
})
