import { redirect } from '@remix-run/node'
import { renderSVG } from 'uqr'
import { consoleParts, consoleSignInAction } from '#app/http/console.ts'
import { pendingFactor } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { totpUri } from '#server/accounts/factors/totp.ts'
import { startOperatorTotpSetup } from '#server/operators/sign-in.ts'

export const action = consoleSignInAction(async ({ app, request }) => {
  const { secret, email } = await startOperatorTotpSetup(consoleParts(app), pendingFactor(request).ticket)
  const picture = renderSVG(totpUri(secret, 'Watchbill operators', email), { border: 2 })
  return { secret, picture: `data:image/svg+xml;utf8,${encodeURIComponent(picture)}` }
})
export const loader = () => redirect(paths.consoleLogin)
