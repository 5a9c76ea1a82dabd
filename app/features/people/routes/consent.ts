import { redirect } from '@remix-run/node'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { agreeToTerms } from '#server/people/self/consent.ts'

export const action = screenAction({ requires: 'member', handle: (ctx) => agreeToTerms(ctx) })

export const loader = () => redirect(paths.privacy)
