import { put } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { emptyObject } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { changeOwnPassword, ownPasswordChange } from '#server/accounts/passwords/own-password.ts'

export const action = put(
  ownAccount({
    summary: 'Change your password; your other sessions end',
    body: ownPasswordChange,
    answer: emptyObject,
    run: async ({ app, body, device, ...own }) => {
      await changeOwnPassword(accountParts(app), own, body, device)
      return {}
    },
  }),
)
