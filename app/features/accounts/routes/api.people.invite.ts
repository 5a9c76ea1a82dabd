import { post } from '#app/http/calls.ts'
import { accountParts } from '#app/session/parts.ts'
import { invitePeople } from '#server/accounts/invitations/commands.ts'
import { inviteAnswer, inviteInput } from '#server/accounts/invitations/contract.ts'

export const action = post({
  summary: 'Invite people who were added and never signed in, by email',
  requires: 'admin',
  body: inviteInput,
  answer: inviteAnswer,
  run: (ctx, { body, app }) => invitePeople(ctx, accountParts(app), body.people),
})
