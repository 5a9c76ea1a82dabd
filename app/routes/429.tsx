import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Request Throttled', auth: false, framed: false }

export const loader = () => new Response(null, { status: 429 })

export default function Page() {
  return <ErrorScreen status={429} />
}
