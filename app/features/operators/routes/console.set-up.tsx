import { redirect } from '@remix-run/node'
import { consoleSignInLoader } from '#app/http/console.ts'
import { readFactorCookie } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { SetUpScreen } from '../set-up-screen.tsx'

export const handle = { title: 'Set up a second step', auth: false, framed: false }

export const loader = consoleSignInLoader(({ request }) =>
  readFactorCookie(request.headers.get('cookie')) ? {} : redirect(paths.consoleLogin),
)

export default SetUpScreen
