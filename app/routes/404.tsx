import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Page not found', auth: false, framed: false }

export const loader = () => new Response(null, { status: 404 })

export default function Page() {
  return <ErrorScreen status={404} />
}
