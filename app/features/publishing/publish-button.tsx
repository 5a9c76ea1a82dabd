import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { notifiesText } from '#app/collections/notification-text.ts'
import classes from './publish.module.css'
import { openProof } from './sheet-store.ts'
import { shiftsText, usePublishPreview } from './use-publish.ts'

type Props = {
  events?: number[]
  shifts?: number[]
  count: number
  /** The event for the proof: its name and day. */
  about?: string
  /** The event of all the shifts, whose receipt follows. */
  event?: number | null
  /** Changes with the stored shifts. */
  stamp?: string
  variant?: 'filled' | 'light' | 'default'
  label?: string
  height?: number
  onOpen?: () => void
}

/** Opens the proof of a publication before anything is published. The label has the number of people notified. */
export function PublishButton({
  events = [],
  shifts = [],
  count,
  about = '',
  event = null,
  stamp = '',
  variant = 'filled',
  label = `Publish ${shiftsText(count)}`,
  height,
  onOpen,
}: Props) {
  const what = { events, shifts }
  const preview = usePublishPreview(what, stamp)
  const open = () => {
    onOpen?.()
    openProof({ about, event, what })
  }
  return (
    <Button
      variant={variant}
      {...(height !== undefined && { h: height })}
      leftSection={<IconSend size={16} aria-hidden />}
      disabled={!preview}
      aria-haspopup="dialog"
      onClick={open}
    >
      {label}
      <span className={classes.consequence}>{preview ? notifiesText(preview.notifies.people) : 'checking…'}</span>
    </Button>
  )
}
