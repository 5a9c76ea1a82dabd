import { ErrorScreen } from '../screens/errors/error-screen.tsx'

export const handle = { title: 'Page not found' }

export default function Page() {
  return <ErrorScreen status={404} />
}
