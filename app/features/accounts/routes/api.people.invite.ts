import { post } from '#app/http/calls.ts'
import { accountParts } from '#app/session/parts.ts'
import { invitePeople } from '#server/accounts/invitations/commands.ts'
import { inviteAnswer, inviteInput } from '#server/accounts/invitations/contract.ts'

export const action = post({
  summary: 'Send an email invitation to people who were added but have never signed in',
  requires: 'admin',
  body: inviteInput,
  answer: inviteAnswer,
  run: (ctx, { body, app }) => invitePeople(ctx, accountParts(app), body.people),
})
