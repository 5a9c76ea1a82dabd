import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useCall } from '#app/collections/use-call.ts'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './person.module.css'

const SWITCHES = [
  ['email_notifications', 'New and changed shifts'],
  ['email_reminders', 'Reminders'],
  ['email_newsletters', 'Messages from the club'],
  ['sms_notifications', 'SMS for shifts'],
  ['cover_requests', 'May be asked to cover for others'],
] as const

export function MessageSwitches({ person }: { person: ListRecord }) {
  const site = useSite()
  const [on, setOn] = useState<Record<string, boolean>>({})
  const { call, problem } = useCall('PUT', '/api/people', { reload: 'always' })
  const toggle = async (key: string, value: boolean) => {
    setOn({ ...on, [key]: value })
    const { ok } = await call([{ id: person.id, [key]: value }])
    if (!ok) setOn({ ...on, [key]: !value })
  }
  return (
    <section aria-label="Email settings">
      <h2>Messages they get</h2>
      <FormError message={problem} />
      <div className={classes.switches}>
        {SWITCHES.map(([key, label]) => (
          <Switch
            key={key}
            label={label}
            labelPosition="left"
            description={
              key === 'sms_notifications' && !site.sms_enabled
                ? 'Texts are switched off for this organisation'
                : undefined
            }
            checked={on[key] ?? person[key] === true}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
