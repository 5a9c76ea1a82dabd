import { ErrorScreen } from '../shell/errors/error-screen.tsx'

export const handle = { title: 'Server Error', auth: false, framed: false }

export const loader = () => new Response(null, { status: 500 })

export default function Page() {
  return <ErrorScreen status={500} />
}
