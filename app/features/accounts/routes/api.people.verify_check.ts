import { calls, post, put } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { ownPerson } from '#app/http/shapes.ts'
import { accountParts } from '#app/session/parts.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { checkOwnPhone } from '#server/people/phone/commands.ts'
import { phoneCheck } from '#server/people/phone/contract.ts'

const check = ownAccount({
  summary: 'Verify your phone with the code',
  body: phoneCheck,
  answer: ownPerson,
  run: async ({ app, body, ...own }) => {
    await checkOwnPhone(accountParts(app), own, body)
    return own.inSite((ctx) => getCurrentUser(ctx.db, requirePerson(ctx.actor)))
  },
})

export const action = calls(put(check), post(check))
