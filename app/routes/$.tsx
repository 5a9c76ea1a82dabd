import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Page not found', auth: false, framed: false }

/** Answers every unknown address, for every method. */
export const loader = () => new Response(null, { status: 404 })
export const action = loader

export default function NotFound() {
  return <ErrorScreen status={404} />
}
