import { sendConfirmation } from '#server/accounts/own-email.ts'
import { personEdge } from '../http/person-edge.ts'
import { accountParts } from '../session/account-parts.ts'

/** POST: a link that confirms one's present email goes to it; the answer says where. */
export const action = personEdge(['POST'], ({ app, ...own }) => sendConfirmation(accountParts(app), own))
export const loader = action
