import { KioskScreen } from '../screens/kiosk/kiosk-screen.tsx'
import { useRoot } from '../shell/use-root.ts'

export const handle = { title: 'Kiosk', auth: false, framed: true }

/** Public: the device loads the data itself, with its secret. */
export default function Kiosk() {
  return <KioskScreen now={useRoot()?.now ?? ''} />
}
