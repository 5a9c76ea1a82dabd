import { redirect } from '@remix-run/node'
import { expiredFactorCookie, sessionCookie } from '#app/session/cookies.ts'
import { paths } from '../shell/paths.ts'
import { json } from './problem.ts'

const cookies = (cookie: string) =>
  new Headers([
    ['set-cookie', sessionCookie(cookie)],
    ['set-cookie', expiredFactorCookie()],
  ])

export const redirectToConsole = (cookie: string) => redirect(paths.console, { headers: cookies(cookie) })

export function recoveryCodesReply({ cookie, recovery_codes }: { cookie: string; recovery_codes: string[] | null }) {
  const answer = json({ recovery_codes })
  for (const [name, value] of cookies(cookie)) answer.headers.append(name, value)
  return answer
}
