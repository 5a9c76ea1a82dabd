import { redirect } from '@remix-run/node'
import { readField } from '#app/http/form-json.ts'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { ownPath } from '#app/http/screen.ts'
import { deviceOf } from '#app/session/device.ts'
import { factorParts, siteRelyingParty } from '#app/session/parts.ts'
import { redirectSignedIn } from '#app/session/replies.ts'
import { finishWithPasskey } from '#server/accounts/factors/second-step.ts'
import { passkeyInput } from '#server/accounts/factors-contract.ts'

/** POST `signed`, the JSON of a signed passkey challenge: signs this browser in. */
export const action = publicAction(async (app, site, form, { request }) => {
  const given = parse(passkeyInput, readField(form, 'signed'))
  const session = await finishWithPasskey(factorParts(app), siteRelyingParty(app, site), site, given, deviceOf(request))
  return redirectSignedIn(session, ownPath(new URL(request.url).searchParams.get('next')))
})

export const loader = () => redirect('/hello')
