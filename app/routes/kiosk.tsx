import { KioskScreen } from '../screens/kiosk/kiosk-screen.tsx'
import { useRoot } from '../shell/use-root.ts'

export const handle = { title: 'Kiosk', framed: true }

/** Open to everybody: what it shows a device asks for itself, with its secret. */
export default function Kiosk() {
  return <KioskScreen now={useRoot()?.now ?? ''} />
}
