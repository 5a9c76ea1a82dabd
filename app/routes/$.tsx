import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Page not found', auth: false, framed: false }

/** Handles every unknown URL, for every method. */
export const loader = () => new Response(null, { status: 404 })
export const action = loader

export default function NotFound() {
  return <ErrorScreen status={404} />
}
