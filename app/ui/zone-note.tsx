import { Text } from '@mantine/core'
import { useIsomorphicEffect } from '@mantine/hooks'
import { useState } from 'react'
import { formatInstant } from './date-format.ts'
import { isOtherTime } from './other-time.ts'
import classes from './pieces.module.css'

/** Europe/London: "London". */
export const zoneCity = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** As `isOtherTime`, for the note before it, while the page is parsed: the cards below then never move. */
const SHOW = `(n=>{try{n.hidden=![0,182].some(d=>{const t=new Date(Date.parse(n.dataset.now)+d*864e5);return t.toLocaleString('en')!==t.toLocaleString('en',{timeZone:n.dataset.zone})})}catch{}})(document.currentScript.previousElementSibling)`

type Props = { zone: string; now: string; time: string; nonce: string | undefined }

/**
 * Names the site's time zone and its time, for a viewer whose device is in another zone; hidden from others. Only the
 * browser knows its zone.
 * @param props.now the server's time of the page, ISO.
 * @param props.time a dayjs format.
 * @param props.nonce of the content security policy.
 */
export function ZoneNote({ zone, now, time, nonce }: Props) {
  const [differs, setDiffers] = useState(false)
  useIsomorphicEffect(
    () => setDiffers(isOtherTime(zone, Intl.DateTimeFormat().resolvedOptions().timeZone, now)),
    [zone, now],
  )
  return (
    <>
      <Text
        c="dimmed"
        fz="sm"
        className={classes.zone}
        role="note"
        hidden={!differs}
        data-zone={zone}
        data-now={now}
        suppressHydrationWarning
      >
        All times are {zoneCity(zone)} time, where it is now{' '}
        <span className="num">{formatInstant(now, zone, time)}</span>.
      </Text>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
        dangerouslySetInnerHTML={{ __html: SHOW }}
      />
    </>
  )
}
