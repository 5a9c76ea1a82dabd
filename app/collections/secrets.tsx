import { Button, CopyButton } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCheck, IconCopy, IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import classes from './panel.module.css'
import { useCall } from './use-call.ts'

export function OneTimeSecret({
  title,
  text,
  secret,
  done,
}: {
  title: string
  text: string
  secret: string
  done: string
}) {
  return (
    <section className={`stack ${classes.secret}`} aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      <code>{secret}</code>
      <div className={`row cluster ${classes.foot}`}>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button component={Link} to={done} variant="default">
          Done
        </Button>
      </div>
    </section>
  )
}

type RevokeProps = {
  collection: 'apikeys' | 'kiosks'
  id: number
  text: string
  /** Name of its record, on a page with several; the hint then appears only when it matters. */
  name?: string
}

export function Revoke({ collection, id, text, name }: RevokeProps) {
  const { call, busy, problem } = useCall('PUT', `/api/${collection}/${id}/revoke`)
  const [confirming, setConfirming] = useState(false)
  const label = confirming ? 'Revoke permanently' : 'Revoke'
  return (
    <div className={classes.action}>
      <FormError message={problem} />
      <Button
        variant={confirming ? 'filled' : 'default'}
        color="red"
        loading={busy}
        leftSection={<IconPlugConnectedX size={16} aria-hidden />}
        onClick={() => (confirming ? void call() : setConfirming(true))}
        aria-label={name && `${label} ${name}`}
      >
        {label}
      </Button>
      {(confirming || !name) && <small>{text}</small>}
    </div>
  )
}
