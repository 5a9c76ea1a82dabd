import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatInstant } from './date-format.ts'
import { isOtherTime } from './other-time.ts'

/** Europe/London: "London". */
export const zoneCity = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

type Props = { zone: string; now: string; time: string }

/**
 * Names the site's time zone and its time, for a viewer whose device is in another zone. Renders nothing for others.
 * @param props.now the server's time of the page, ISO.
 * @param props.time a dayjs format.
 */
export function ZoneNote({ zone, now, time }: Props) {
  const [differs, setDiffers] = useState(false)
  // Only the browser knows its zone.
  useEffect(() => setDiffers(isOtherTime(zone, Intl.DateTimeFormat().resolvedOptions().timeZone, now)), [zone, now])
  if (!differs) return null
  return (
    <Text c="dimmed" fz="sm" mb="md" role="note">
      All times are {zoneCity(zone)} time, where it is now <span className="num">{formatInstant(now, zone, time)}</span>
      .
    </Text>
  )
}
