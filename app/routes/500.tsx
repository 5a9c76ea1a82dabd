import { ErrorScreen } from '../screens/errors/error-screen.tsx'

export const handle = { title: 'Server Error' }

export default function Page() {
  return <ErrorScreen status={500} />
}
