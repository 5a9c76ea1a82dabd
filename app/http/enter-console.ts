import { redirect } from '@remix-run/node'
import { expiredFactorCookie, sessionCookie } from '#app/session/cookies.ts'
import { paths } from '../shell/paths.ts'
import { json } from './problem.ts'

const cookies = (cookie: string) =>
  new Headers([
    ['set-cookie', sessionCookie(cookie)],
    ['set-cookie', expiredFactorCookie()],
  ])

/** Signs an operator's browser in and opens the console. */
export const redirectToConsole = (cookie: string) => redirect(paths.console, { headers: cookies(cookie) })

/** Signs the browser in and shows the recovery codes of a first factor, this one time. */
export function recoveryCodesReply({ cookie, recovery_codes }: { cookie: string; recovery_codes: string[] | null }) {
  const answer = json({ recovery_codes })
  for (const [name, value] of cookies(cookie)) answer.headers.append(name, value)
  return answer
}
