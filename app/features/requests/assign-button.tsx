import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { notifiesText } from '#app/collections/notification-text.ts'
import { RecipientsButton } from '#app/features/publishing/recipients-button.tsx'
import type { AnswerPreview } from '#server/requests/answer/contract.ts'
import classes from './panel.module.css'
import type { Consequence } from './use-consequence.ts'

type Props = {
  children: ReactNode
  consequence: Consequence
  /** Whether a chosen shift is unsuitable, so that a question follows. */
  unfit: boolean
  keysOn: boolean
  disabled: boolean
  busy: boolean
  onClick: () => void
}

/** Assigns. If that publishes, waits until the recipients are known, and lists them on demand. */
export function AssignButton({ children, consequence, unfit, keysOn, disabled, busy, onClick }: Props) {
  const { preview, publishes, waits } = consequence
  const variant = unfit ? 'default' : 'filled'
  return (
    <Button.Group className={classes.assign}>
      <Button
        mih={48}
        variant={variant}
        leftSection={<IconCheck size={16} aria-hidden />}
        rightSection={keysOn && <kbd aria-hidden>A</kbd>}
        aria-keyshortcuts={keysOn ? 'A' : undefined}
        disabled={disabled || waits}
        loading={busy}
        onClick={onClick}
      >
        <span className={classes.deed}>
          {children}
          {publishes && <small>{consequenceText(preview, waits)}</small>}
        </span>
      </Button>
      <RecipientsButton notifies={preview?.notifies ?? null} recipients={preview?.recipients} variant={variant} />
    </Button.Group>
  )
}

const consequenceText = (preview: AnswerPreview | null, waits: boolean) =>
  preview ? notifiesText(preview.notifies.people) : waits ? 'checking…' : 'not possible yet'
