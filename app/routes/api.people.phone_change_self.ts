import { changeOwnPhone } from '#server/people/phone/commands.ts'
import { phoneChange } from '#server/people/phone/contract.ts'
import { parse } from '../http/parse.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'

/** PUT or POST {phone}: `verify` says whether a code was sent. */
export const action = personEdge(['PUT', 'POST'], ({ app, body, ...own }) =>
  changeOwnPhone(accountParts(app), own, parse(phoneChange, body)),
)
export const loader = action
