import { IconCircleCheck, IconCloudOff, IconExclamationCircle } from '@tabler/icons-react'
import classes from './kiosk.module.css'
import type { DeskState } from './use-desk.ts'

type Props = Pick<DeskState, 'connected' | 'stored' | 'forget'> & { said?: string }

const count = (n: number) => (n === 1 ? '1 entry is saved' : `${n} entries are saved`)

/** What whoever comes next should know: a lost connection with what waits for it, what was refused meanwhile, what was just done. */
export function Notices({ connected, stored: { pending, refused }, forget, said }: Props) {
  return (
    <>
      {said && (
        <p data-kind="done">
          <IconCircleCheck size={28} aria-hidden /> {said}
        </p>
      )}
      {(!connected || pending.length > 0) && (
        <p data-kind="away">
          <IconCloudOff size={28} aria-hidden />
          <span>
            {connected ? '' : 'There is no connection. '}
            {pending.length > 0
              ? `${count(pending.length)} on this device and will be sent later.`
              : 'Your entries are saved and sent later.'}
          </span>
        </p>
      )}
      {refused.map(({ key, name, item, reason }) => (
        <p key={key} data-kind="refused" className={classes.refusal}>
          <IconExclamationCircle size={28} aria-hidden />
          <span>
            {name} could not be signed {item.sign}: {reason}
          </span>
          <button type="button" className={classes.text} onClick={() => forget(key)}>
            Dismiss
          </button>
        </p>
      ))}
    </>
  )
}
