import { post } from '#app/http/calls.ts'
import { addStarters } from '#server/messages/templates/commands.ts'
import { startersAnswer } from '#server/messages/templates/preview-contract.ts'

export const action = post({
  summary: 'Add the templates that a new site begins with, where there are none',
  requires: 'admin',
  answer: startersAnswer,
  run: (ctx, { app }) => addStarters(ctx, app.collections),
})
