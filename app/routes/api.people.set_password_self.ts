import { changeOwnPassword, ownPasswordChange } from '#server/accounts/passwords/own-password.ts'
import { put } from '../http/calls.ts'
import { ownAccount } from '../http/own-account.ts'
import { emptyObject } from '../http/shapes.ts'
import { accountParts } from '../session/parts.ts'

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
