import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { NoEmailLink } from '../screens/profile/no-email-link.tsx'
import { paths } from '../shell/paths.ts'

export const handle = { title: 'Email preferences', auth: false, framed: false }

/** Without an id: the settings of the signed-in person, else how to find the link. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  context.actor.kind === 'person' ? redirect(paths.settings) : null

export default NoEmailLink
