import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type Ref, useId, useState } from 'react'
import { notifiesText } from '#app/collections/notification-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { FewLine } from './few-line.tsx'
import { FEW } from './proof-ask.ts'
import classes from './publish.module.css'
import { publishFew } from './publish-few.ts'
import { openProof } from './sheet-store.ts'
import { shiftsText, usePublish, usePublishPreview } from './use-publish.ts'

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
  /** After publishing without the proof; default: `onOpen`. */
  onPublished?: () => void
  /** For a key that presses it. */
  button?: Ref<HTMLButtonElement>
}

/**
 * Opens the proof of a publication before anything is published. Where that notifies few people, it publishes, and the
 * proof is opened by the line under it.
 */
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
  onPublished = onOpen,
  button,
}: Props) {
  const what = { events, shifts }
  const line = useId()
  const preview = usePublishPreview(what, stamp)
  const isFew = preview !== null && preview.notifies.people <= FEW
  const { publish, problem } = usePublish()
  const [busy, setBusy] = useState(false)
  const ask = { about, event, what }
  const open = () => {
    onOpen?.()
    openProof(ask)
  }
  const publishNow = async () => {
    setBusy(true)
    await publishFew(ask, async () => {
      const isPublished = await publish(what)
      if (isPublished) onPublished?.()
      return isPublished
    })
    setBusy(false)
  }
  return (
    <div className={classes.button}>
      <Button
        {...(button && { ref: button })}
        variant={variant}
        {...(height !== undefined && { mih: height })}
        classNames={{ root: classes.publish, label: classes.label }}
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={!preview}
        loading={busy}
        {...(isFew ? { 'aria-describedby': line } : { 'aria-haspopup': 'dialog' })}
        onClick={isFew ? publishNow : open}
      >
        {label}
        {!isFew && (
          <span className={classes.consequence}>{preview ? notifiesText(preview.notifies.people) : 'checking…'}</span>
        )}
      </Button>
      {isFew && <FewLine id={line} recipients={preview.recipients} onProof={open} />}
      <FormError message={problem} />
    </div>
  )
}
