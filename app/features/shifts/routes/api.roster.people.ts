import * as z from 'zod'
import { calls, post, put } from '#app/http/calls.ts'
import { notificationPreview } from '#app/http/shapes.ts'
import { assignShifts, previewAssign } from '#server/shifts/assign/commands.ts'
import { assignSteps, unfitStep } from '#server/shifts/assign/contract.ts'

const notified = z.object({ notifies: notificationPreview })
const steps = { requires: 'admin', body: assignSteps } as const

/** 409 as for one shift. */
const assign = put({
  ...steps,
  answer: notified.extend({ versions: z.record(z.string(), z.string()) }),
  summary: 'Assign people to shifts, all or none',
  undoable: true,
  run: (ctx, { body, app }) => assignShifts(ctx, app.collections, body.steps),
})

const preview = post({
  ...steps,
  answer: notified.extend({ unfit: z.array(unfitStep) }),
  summary: 'Who would be notified of such assignments, and who isn’t suitable for the shifts',
  run: (ctx, { body, app }) => previewAssign(ctx, app.collections, body.steps),
})

export const action = calls(assign, preview)
