import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { NoEmailLink } from '../screens/profile/no-email-link.tsx'
import { paths } from '../shell/paths.ts'

export const handle = { title: 'Email preferences' }

/** Without the word of a person: the settings of who is signed in, else where the link is found. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  context.actor.kind === 'person' ? redirect(paths.settings) : null

export default NoEmailLink
