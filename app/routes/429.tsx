import { ErrorScreen } from '../screens/errors/error-screen.tsx'

export const handle = { title: 'Request Throttled' }

export default function Page() {
  return <ErrorScreen status={429} />
}
