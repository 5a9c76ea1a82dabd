import { useEffect, useState } from 'react'
import { useDateFormats } from '../../shell/use-root.ts'
import { formatInstant } from '../../ui/date-format.ts'
import { isOtherTimeAt } from '../../ui/other-time.ts'
import { zoneCity } from '../../ui/zone-note.tsx'

/**
 * Says what the viewer's own clock will show at an instant, where it shows another time than the site's; nothing otherwise.
 * @param props.instant ISO; what is no instant yet says nothing.
 */
export function OwnTime({ instant, className = '' }: { instant: string | null; className?: string | undefined }) {
  const { zone, dateFormat, timeFormat } = useDateFormats()
  const [device, setDevice] = useState<string>()
  // Only the browser knows its zone.
  useEffect(() => setDevice(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  if (!instant || Number.isNaN(Date.parse(instant)) || !device || !isOtherTimeAt(zone, device, instant)) return null
  return (
    <p className={`num ${className}`}>
      Where you are that is {formatInstant(instant, device, `${dateFormat} ${timeFormat}`)} ({zoneCity(device)}).
    </p>
  )
}
