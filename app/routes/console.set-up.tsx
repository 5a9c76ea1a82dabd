import { redirect } from '@remix-run/node'
import { consoleSignInLoader } from '../http/console.ts'
import { SetUpScreen } from '../screens/console/set-up-screen.tsx'
import { readFactorCookie } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

export const handle = { title: 'Set up a second step', auth: false, framed: false }

export const loader = consoleSignInLoader(({ request }) =>
  readFactorCookie(request.headers.get('cookie')) ? {} : redirect(paths.consoleLogin),
)

export default SetUpScreen
