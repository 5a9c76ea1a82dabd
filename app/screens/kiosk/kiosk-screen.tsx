import { useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { useSeesAdminView } from '../../shell/use-root.ts'
import { Frame } from './frame.tsx'
import { dropSecret, readSecret, storeSecret } from './outbox.ts'
import { PairForm } from './pair-form.tsx'
import { PairedKiosk } from './paired-kiosk.tsx'

type Device = { secret: string | null; code: string }

/** Reads a pairing code from the URL's fragment, which is sent to no server. */
const codeInAddress = () => decodeURIComponent(window.location.hash.slice(1)).slice(0, 40)

/**
 * Shows the kiosk. A device without a valid secret sends an admin to the kiosks page, and tells anybody else that it
 * is not set up.
 */
export function KioskScreen({ now }: { now: string }) {
  const [device, setDevice] = useState<Device>()
  const admin = useSeesAdminView()
  const navigate = useNavigate()
  useEffect(() => setDevice({ secret: readSecret(), code: codeInAddress() }), [])
  const secret = device?.secret ?? null
  const isUnpaired = device !== undefined && secret === null
  const isLeaving = isUnpaired && admin && device.code === ''
  useEffect(() => {
    if (isLeaving) navigate(paths.kiosks, { replace: true })
  }, [isLeaving, navigate])

  /** Any status but 200 sends an admin to the kiosks page, never to an error page. */
  const refused = (status: number) => {
    if (status === 401 || status === 403) {
      dropSecret()
      setDevice({ secret: null, code: '' })
    } else if (admin) navigate(paths.kiosks, { replace: true })
  }
  const paired = (fresh: string) => {
    storeSecret(fresh)
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setDevice({ secret: fresh, code: '' })
  }
  if (secret !== null && !(admin && device?.code))
    return <PairedKiosk key={secret} secret={secret} renderedAt={now} onStatus={refused} />
  return (
    <Frame title={isUnpaired || device?.code ? 'Set up this device' : 'Kiosk'}>
      {device && !isLeaving && <PairForm code={device.code} onPaired={paired} />}
    </Frame>
  )
}
