import { Switch } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import type { ListRecord } from '#app/collections/list-view.ts'
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
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const toggle = async (key: string, value: boolean) => {
    setOn({ ...on, [key]: value })
    const { ok, body } = await callApi('PUT', '/api/people', [{ id: person.id, [key]: value }])
    if (!ok) setOn({ ...on, [key]: !value })
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'Not saved. Please try again.'))
    revalidate()
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
              key === 'sms_notifications' && !site.sms_enabled ? 'SMS is off for this organisation' : undefined
            }
            checked={on[key] ?? person[key] === true}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
