import { post } from '#app/http/calls.ts'
import { publishLater } from '#server/publishing/later/commands.ts'
import { laterInput, plannedPublication } from '#server/publishing/later/contract.ts'

export const action = post({
  summary: 'Plan to publish all shifts of some events, and some shifts, at a time',
  requires: 'admin',
  body: laterInput,
  answer: plannedPublication,
  status: 201,
  run: (ctx, { body }) => publishLater(ctx, body),
})
