import { redirect } from '@remix-run/node'
import { agreeToTerms } from '#server/people/self/consent.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** The reader agrees to the privacy policy and terms as they are now. */
export const action = screenAction({ requires: 'member', handle: (ctx) => agreeToTerms(ctx) })

export const loader = () => redirect(paths.privacy)
