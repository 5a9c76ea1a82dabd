import { IconCircleCheck, IconCloudOff, IconExclamationCircle } from '@tabler/icons-react'
import classes from './kiosk.module.css'
import type { KioskState } from './use-kiosk.ts'

type Props = Pick<KioskState, 'connected' | 'stored' | 'dismiss'> & { doneMessage?: string }

const savedText = (n: number) => (n === 1 ? '1 entry is saved' : `${n} entries are saved`)

export function Notices({ connected, stored: { pending, refused }, dismiss, doneMessage }: Props) {
  return (
    <>
      {doneMessage && (
        <p data-kind="done">
          <IconCircleCheck size={28} aria-hidden /> {doneMessage}
        </p>
      )}
      {(!connected || pending.length > 0) && (
        <p data-kind="away">
          <IconCloudOff size={28} aria-hidden />
          <span>
            {connected ? '' : 'There is no connection. '}
            {pending.length > 0
              ? `${savedText(pending.length)} on this device and will be sent later.`
              : 'Your entries are saved and will be sent later.'}
          </span>
        </p>
      )}
      {refused.map(({ key, name, item, reason }) => (
        <p key={key} data-kind="refused" className={classes.refusal}>
          <IconExclamationCircle size={28} aria-hidden />
          <span>
            {name} could not be signed {item.sign}: {reason}
          </span>
          <button type="button" className={classes.text} onClick={() => dismiss(key)}>
            Dismiss
          </button>
        </p>
      ))}
    </>
  )
}
