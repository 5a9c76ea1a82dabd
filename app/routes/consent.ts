import { redirect } from '@remix-run/node'
import { agreeToTerms } from '#server/people/self/consent.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** Records that the person agrees to the current privacy policy and terms. */
export const action = screenAction({ requires: 'member', handle: (ctx) => agreeToTerms(ctx) })

export const loader = () => redirect(paths.privacy)
