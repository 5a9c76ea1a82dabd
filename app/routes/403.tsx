import { ErrorScreen } from '../screens/errors/error-screen.tsx'

export const handle = { title: 'Not Authorized' }

export default function Page() {
  return <ErrorScreen status={403} />
}
