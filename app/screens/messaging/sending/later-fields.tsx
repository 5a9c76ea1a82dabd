import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DateTimeInput } from '../../../collections/date-time-input.tsx'
import { useDateFormats } from '../../../shell/use-root.ts'
import { formatInstant } from '../../../ui/date-format.ts'
import { isOtherTime } from '../../../ui/other-time.ts'
import { dayTimeToInstant } from '../../../ui/wall-time-to-instant.ts'
import { zoneCity } from '../../../ui/zone-note.tsx'

const DAY_MS = 86_400_000

/** Tomorrow at six in the evening on the site's clock, as an instant. @param now ISO. */
export const usualLater = (now: string, zone: string): string =>
  dayTimeToInstant(formatInstant(new Date(Date.parse(now) + DAY_MS).toISOString(), zone, 'YYYY-MM-DD'), '18:00', zone)

type Props = {
  value: string | null
  now: string
  error: string | undefined
  onChange: (instant: string | null) => void
}

/** When a message is sent: date and time on the site's clock, and on the viewer's where it shows another time. */
export function LaterFields({ value, now, error, onChange }: Props) {
  const { zone, dateFormat, timeFormat } = useDateFormats()
  const [device, setDevice] = useState<string>()
  // Only the browser knows its zone.
  useEffect(() => setDevice(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  const isKnown = value !== null && !Number.isNaN(Date.parse(value))
  return (
    <div>
      <DateTimeInput label={`Send at, ${zoneCity(zone)} time`} value={value} error={error} onChange={onChange} />
      {isKnown && device && isOtherTime(zone, device, now) && (
        <Text fz="sm" c="dimmed" mt={4} className="num">
          Where you are that is {formatInstant(value, device, `${dateFormat} ${timeFormat}`)} ({zoneCity(device)}).
        </Text>
      )}
    </div>
  )
}
