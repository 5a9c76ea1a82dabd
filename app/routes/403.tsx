import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Not Authorized', auth: false, framed: false }

export const loader = () => new Response(null, { status: 403 })

export default function Page() {
  return <ErrorScreen status={403} />
}
