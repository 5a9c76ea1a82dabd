import { Button, Popover } from '@mantine/core'
import { IconChevronDown, IconMail, IconMessage2 } from '@tabler/icons-react'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import classes from './publish.module.css'

const CHANNELS = { email: { text: 'email', icon: IconMail }, sms: { text: 'text', icon: IconMessage2 } } as const

type Props = {
  /** Null until known. */
  notifies: NotificationPreview | null
  recipients: readonly Recipient[] | undefined
  variant: 'filled' | 'light' | 'default'
  height?: number
}

export function RecipientsButton({ notifies, recipients = [], variant, height }: Props) {
  return (
    <Popover
      withinPortal={false}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      hideDetached={false}
      returnFocus
    >
      <Popover.Target>
        <Button
          variant={variant}
          px={8}
          miw={44}
          {...(height !== undefined && { h: height })}
          disabled={!notifies}
          aria-label="Who will be notified"
          className={classes.who}
        >
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Who will be notified" className={classes.list}>
        {notifies && <RecipientsList notifies={notifies} recipients={recipients} />}
      </Popover.Dropdown>
    </Popover>
  )
}

export function RecipientsList({
  notifies,
  recipients,
}: {
  notifies: NotificationPreview
  recipients: readonly Recipient[]
}) {
  const unlisted = notifies.people - recipients.length
  return (
    <>
      {notifies.people === 0 && <p>No one will be notified.</p>}
      <ul>
        {recipients.map(({ name, channels }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list is never reordered.
          <li key={n}>
            <span>{name}</span>
            <small>
              {channels.map((channel) => {
                const { text, icon: Glyph } = CHANNELS[channel]
                return (
                  <span key={channel}>
                    <Glyph size={14} aria-hidden /> {text}
                  </span>
                )
              })}
            </small>
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p>and {unlisted} more</p>}
      {recipients.length > 0 && <p>Messages are sent once you can no longer undo.</p>}
    </>
  )
}
