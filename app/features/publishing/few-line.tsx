import { UnstyledButton } from '@mantine/core'
import { notifiesByText } from '#app/collections/notification-text.ts'
import type { Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import classes from './publish.module.css'

type Props = { id: string; recipients: readonly Recipient[]; onProof: () => void }

/** Names the few whom a publication notifies, under its button, and opens its proof. */
export const FewLine = ({ id, recipients, onProof }: Props) => (
  <p className={classes.few}>
    <span id={id}>{notifiesByText(recipients)}</span>{' '}
    <UnstyledButton className={classes.proof} aria-haspopup="dialog" onClick={onProof}>
      Preview or schedule
    </UnstyledButton>
  </p>
)
