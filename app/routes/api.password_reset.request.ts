import { resetRequestInput } from '#server/accounts/registration-contract.ts'
import { sendResetLink, takeResetRequest } from '#server/accounts/reset.ts'
import { type ApiArgs, apiEdge } from '../http/api.ts'
import { readSignIn } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { accountParts } from '../session/account-parts.ts'
import { afterAnswer } from '../session/after-answer.ts'
import { deviceOf } from '../session/device.ts'

/** PUT or POST: always the same 200, whoever has this email. */
export const action = (args: ApiArgs) =>
  apiEdge(args, ['PUT', 'POST'], async (app, site) => {
    const { email } = parse(resetRequestInput, await readSignIn(args.request))
    const parts = accountParts(app)
    await takeResetRequest(parts, site, email, deviceOf(args.request))
    afterAnswer(app, 'reset link not sent', () => sendResetLink(parts, site, email))
    return json({ detail: 'If this email belongs to an account here, a link is on its way.' })
  })
export const loader = action
