import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { checkOwnPhone } from '#server/people/phone/commands.ts'
import { phoneCheck } from '#server/people/phone/contract.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'

/** PUT or POST {phone, verify_code, sms_notifications} */
export const action = personEdge(['PUT', 'POST'], async ({ app, body, ...own }) => {
  await checkOwnPhone(accountParts(app), own, parse(phoneCheck, body))
  return own.inSite((ctx) => getCurrentUser(ctx.db, requirePerson(ctx.actor)))
})
export const loader = action
