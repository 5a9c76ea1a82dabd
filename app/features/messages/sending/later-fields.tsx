import { useEffect, useState } from 'react'
import { DateTimeInput } from '#app/collections/date-time-input.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { isOtherTimeAt } from '#app/ui/other-time.ts'
import { dayTimeToInstant } from '#app/ui/wall-time-to-instant.ts'
import { zoneCity } from '#app/ui/zone-note.tsx'
import classes from './sending.module.css'

const DAY_MS = 86_400_000

/** Tomorrow at 18:00 on the site's clock, as an instant. @param now ISO. */
export const usualLater = (now: string, zone: string): string =>
  dayTimeToInstant(formatInstant(new Date(Date.parse(now) + DAY_MS).toISOString(), zone, 'YYYY-MM-DD'), '18:00', zone)

type LaterFieldsProps = {
  value: string | null
  error: string | undefined
  onChange: (instant: string | null) => void
}

export function LaterFields({ value, error, onChange }: LaterFieldsProps) {
  const { zone } = useDateFormats()
  return (
    <div>
      <DateTimeInput label={`Send at, ${zoneCity(zone)} time`} value={value} error={error} onChange={onChange} />
      <OwnTime instant={value} className={`muted ${classes.ownTime}`} />
    </div>
  )
}

/**
 * Shows an instant on the viewer's clock, where that differs from the site's.
 * @param props.instant ISO; an invalid one renders nothing.
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
