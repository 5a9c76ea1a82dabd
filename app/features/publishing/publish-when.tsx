import { Radio } from '@mantine/core'
import { useState } from 'react'
import { DateTimeInput } from '#app/collections/date-time-input.tsx'
import { usualLater } from '#app/features/messages/sending/later-fields.tsx'
import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { zoneCity } from '#app/ui/zone-note.tsx'
import classes from './sheet.module.css'

type Props = {
  /** Null: now. */
  at: string | null
  error: string | undefined
  onChange: (at: string | null) => void
}

export function PublishWhen({ at, error, onChange }: Props) {
  const { dateTime, zone } = useDateFormats()
  const now = useRoot()?.now ?? ''
  const [isLater, setLater] = useState(false)
  const choose = (choice: string) => {
    setLater(choice === 'later')
    onChange(choice === 'later' ? usualLater(now, zone) : null)
  }
  return (
    <div className={`stack ${classes.choice}`}>
      <Radio.Group aria-label="When" value={isLater ? 'later' : 'now'} onChange={choose}>
        <div className={classes.when}>
          <Radio.Card value="now" className={classes.card}>
            <Radio.Indicator />
            <span>
              <b>Now</b>
              <small>You can undo this for 20 seconds</small>
            </span>
          </Radio.Card>
          <Radio.Card value="later" className={classes.card}>
            <Radio.Indicator />
            <span>
              <b>Later</b>
              <small>{at && !Number.isNaN(Date.parse(at)) ? dateTime(at) : 'Choose a day and time'}</small>
            </span>
          </Radio.Card>
        </div>
      </Radio.Group>
      {isLater && (
        <DateTimeInput
          label={`Publish at, ${zoneCity(zone)} time`}
          value={at}
          error={error}
          onChange={(next) => onChange(next ?? '')}
        />
      )}
    </div>
  )
}
