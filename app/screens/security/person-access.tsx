import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { ActAsButton } from './act-as-button.tsx'
import classes from './security.module.css'
import { useCall } from './use-call.tsx'

type Props = { person: { id: number; name: string; role: string; is_active: boolean }; self: boolean }

/** What an admin may do about a person's sign-in here: act as a member, and end the person's sessions at this site. */
export function PersonAccess({ person, self }: Props) {
  const { call, dialog, busy } = useCall()
  const [said, setSaid] = useState<string>()
  if (self || person.role === 'new') return null
  const signOut = async () => {
    const answer = await call('DELETE', `/api/people/${person.id}/sessions`)
    setSaid(answer.ok ? 'Signed out on every device.' : (firstMessage(answer.body, []) ?? 'Please try again.'))
  }
  return (
    <div className={classes.actions}>
      {person.role === 'user' && person.is_active && <ActAsButton person={person} />}
      <Button variant="default" loading={busy} onClick={signOut} leftSection={<IconLogout size={16} aria-hidden />}>
        Sign out their devices
      </Button>
      <span role="status">{said}</span>
      {dialog}
    </div>
  )
}
