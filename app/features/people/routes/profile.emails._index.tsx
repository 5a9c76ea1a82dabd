import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'
import { NoEmailLink } from '../profile/no-email-link.tsx'

export const handle = { title: 'Email preferences', auth: false, framed: false }

/** Without an id: the settings of the signed-in person, else how to find the link. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  context.actor.kind === 'person' ? redirect(paths.settings) : null

export default NoEmailLink
