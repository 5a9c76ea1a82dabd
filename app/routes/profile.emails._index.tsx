import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '../paths.ts'
import { NoEmailLink } from '../screens/profile/no-email-link.tsx'

export const handle = { title: 'Email preferences' }

/** Without the word of a person: the settings of who is signed in, else where the link is found. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  context.actor.kind === 'person' ? redirect(paths.settings) : null

export default NoEmailLink
