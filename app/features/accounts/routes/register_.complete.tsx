import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSignedOut } from '#app/http/signed-out.ts'
import { RegistrationComplete } from '../sign-in/registration-complete.tsx'

export const handle = { title: 'Registration Complete', auth: false, framed: false }

export const loader = ({ context }: LoaderFunctionArgs) => {
  requireSignedOut(context)
  return null
}

export default RegistrationComplete
