import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { PublishInput } from '#server/shifts/publication/contract.ts'
import { FormError } from '../../ui/form-error.tsx'
import { notifiesText } from '../../ui/notification-text.ts'
import classes from './publish.module.css'
import { RecipientsButton } from './recipients-button.tsx'
import { shiftsText, usePublish, usePublishPreview } from './use-publish.ts'

type Props = {
  events?: number[]
  shifts?: number[]
  /** How many shifts it publishes. */
  count: number
  /** Changes with the stored shifts. */
  stamp?: string
  variant?: 'filled' | 'light' | 'default'
  label?: string
  /** What distinguishes it from others of its kind, for screen readers. */
  of?: string
  height?: number
}

/** Publishes shifts once it is known whom that notifies, lists them on demand, and offers Undo afterwards. */
export function PublishButton({
  events = [],
  shifts = [],
  count,
  stamp = '',
  variant = 'filled',
  label = `Publish ${shiftsText(count)}`,
  of,
  height,
}: Props) {
  const what: PublishInput = { events, shifts }
  const preview = usePublishPreview(what, stamp)
  const { publish, busy, problem } = usePublish()
  const consequence = preview ? notifiesText(preview.notifies.people) : 'checking…'
  return (
    <div className={classes.publish}>
      <Button.Group>
        <Button
          variant={variant}
          {...(height !== undefined && { h: height })}
          leftSection={<IconSend size={16} aria-hidden />}
          disabled={!preview}
          loading={busy}
          aria-label={of && `${label}: ${of}, ${consequence}`}
          onClick={() => publish(what)}
        >
          {label}
          <span className={classes.consequence}>{consequence}</span>
        </Button>
        <RecipientsButton
          notifies={preview?.notifies ?? null}
          recipients={preview?.recipients}
          variant={variant}
          {...(height !== undefined && { height })}
        />
      </Button.Group>
      <FormError message={problem} />
    </div>
  )
}
