import { redirect } from '@remix-run/node'
import { finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'
import { readField } from '../http/form-json.ts'
import { parse } from '../http/parse.ts'
import { publicAction } from '../http/public-action.ts'
import { ownPath } from '../http/screen.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts, siteRelyingParty } from '../session/parts.ts'
import { redirectSignedIn } from '../session/replies.ts'

/** POST `signed`, the JSON of a signed passkey challenge: signs this browser in. */
export const action = publicAction(async (app, site, form, { request }) => {
  const given = parse(passkeyInput, readField(form, 'signed'))
  const session = await finishWithPasskey(factorParts(app), siteRelyingParty(app, site), site, given, deviceOf(request))
  return redirectSignedIn(session, ownPath(new URL(request.url).searchParams.get('next')))
})

export const loader = () => redirect('/hello')
