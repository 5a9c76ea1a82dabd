import { redirect } from '@remix-run/node'
import type { Admitted } from '#server/accounts/admit.ts'
import { ownPath } from '../http/screen.ts'
import { sessionCookie } from './cookie.ts'
import { expiredFactorCookie } from './factor-cookie.ts'
import { expiredHelloCookie } from './hello-cookie.ts'

/** Lets a browser in: its session's cookie, none of the cookies of the way there, and the page that it came for. */
export const enterBrowser = ({ cookie }: Admitted, request: Request) =>
  redirect(ownPath(new URL(request.url).searchParams.get('next')), {
    headers: new Headers([
      ['set-cookie', sessionCookie(cookie)],
      ['set-cookie', expiredHelloCookie()],
      ['set-cookie', expiredFactorCookie()],
    ]),
  })
