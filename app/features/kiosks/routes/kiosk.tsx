import { useRoot } from '#app/shell/use-root.ts'
import { KioskScreen } from '../kiosk-screen.tsx'

export const handle = { title: 'Kiosk', auth: false, framed: true }

/** Public: the device loads the data itself, with its secret. */
export default function Kiosk() {
  return <KioskScreen now={useRoot()?.now ?? ''} />
}
