import { useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useSeesAdminView } from '#app/shell/use-root.ts'
import { Frame } from './frame.tsx'
import { dropSecret, readSecret, storeSecret } from './outbox.ts'
import { PairForm } from './pair-form.tsx'
import { PairedKiosk } from './paired-kiosk.tsx'

type Device = { secret: string | null; code: string }

/** Reads a pairing code from the URL's fragment, which is never sent to a server. */
const codeInAddress = () => decodeURIComponent(window.location.hash.slice(1)).slice(0, 40)

export function KioskScreen({ now }: { now: string }) {
  const [device, setDevice] = useState<Device>()
  const admin = useSeesAdminView()
  const navigate = useNavigate()
  useEffect(() => setDevice({ secret: readSecret(), code: codeInAddress() }), [])
  const secret = device?.secret ?? null
  const isLeaving = device !== undefined && secret === null && device.code === ''
  useEffect(() => {
    if (isLeaving) navigate(paths.kiosks, { replace: true })
  }, [isLeaving, navigate])

  /** Any answer but 200 goes to the kiosks page, never to an error page. Drops an invalid secret and keeps entries. */
  const refused = (status: number) => {
    if (status === 401 || status === 403) dropSecret()
    navigate(paths.kiosks, { replace: true })
  }
  const paired = (fresh: string) => {
    storeSecret(fresh)
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setDevice({ secret: fresh, code: '' })
  }
  if (secret !== null && !(admin && device?.code))
    return <PairedKiosk key={secret} secret={secret} renderedAt={now} onStatus={refused} />
  return (
    <Frame title={device?.code ? 'Set up this device' : 'Kiosk'}>
      {device && !isLeaving && <PairForm code={device.code} onPaired={paired} />}
    </Frame>
  )
}
