import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconCheck, IconForms } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ProfileField } from '#server/lookups/profilefields/contract.ts'
import { firstMessage, messageUnder } from '../../collections/answer-messages.ts'
import { send } from '../../collections/reauth/send.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useReloadAfterSave } from '../../ui/use-reload-after-save.ts'
import { shownValue, writeOf } from './entries.ts'
import classes from './profile.module.css'

export type OwnField = Pick<ProfileField, 'id' | 'display_name' | 'kind' | 'choices' | 'required' | 'user_editable'> & {
  entry: { id: number; value: string } | null
}

/** What the club asks of its people: seen where user_visible, changed where user_editable. */
export function ProfileFields({ fields, person }: { fields: readonly OwnField[]; person: number }) {
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Record<number, string>>({})
  const reading = useReloadAfterSave(fields, setDraft)
  const [problems, setProblems] = useState<Record<number, string>>({})
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const textOf = (field: OwnField) => draft[field.id] ?? field.entry?.value ?? ''
  const changed = fields.filter((field) => textOf(field) !== (field.entry?.value ?? ''))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    const found: Record<number, string> = {}
    const stored: Record<number, string> = {}
    for (const field of changed) {
      const write = writeOf(field, textOf(field), person)
      if (!write) continue
      const answer = await send(write.method, write.path, write.body)
      if (!answer.ok)
        found[field.id] = messageUnder(answer.body, 'value') ?? firstMessage(answer.body, []) ?? 'Please try again.'
      else stored[field.id] = textOf(field)
    }
    if (Object.keys(stored).length) reading.keep(stored)
    setProblems(found)
    setState(Object.keys(found).length ? 'idle' : 'saved')
    revalidate()
  }
  const change = (field: OwnField, value: string) => {
    setState('idle')
    setDraft((before) => ({ ...before, [field.id]: value }))
  }
  const editable = fields.filter((field) => field.user_editable)
  return (
    <SectionCard title="About you" icon={IconForms}>
      {fields
        .filter((field) => !field.user_editable)
        .map((field) => (
          <Row
            key={field.id}
            title={field.display_name}
            meta={shownValue(field.kind, field.entry?.value) || 'Not given'}
          />
        ))}
      {editable.length > 0 && (
        <form className={classes.body} onSubmit={save} noValidate>
          <FormError message={Object.keys(problems).length ? 'Not everything could be saved.' : undefined} />
          {editable.map((field) => (
            <FieldInput
              key={field.id}
              field={field}
              value={textOf(field)}
              error={problems[field.id]}
              onChange={(value) => change(field, value)}
            />
          ))}
          <div className={classes.actions}>
            <Button type="submit" h={44} loading={state === 'busy' || reading.waiting} disabled={changed.length === 0}>
              Save
            </Button>
            <p className={classes.saved} role="status">
              {state === 'saved' && changed.length === 0 && (
                <>
                  <IconCheck size={16} aria-hidden /> Saved
                </>
              )}
            </p>
          </div>
        </form>
      )}
    </SectionCard>
  )
}

type InputProps = { field: OwnField; value: string; error?: string; onChange: (value: string) => void }

function FieldInput({ field, value, error, onChange }: InputProps) {
  const common = {
    label: field.display_name,
    size: 'md',
    value,
    error,
    required: field.required,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
  if (field.kind === 'choice')
    return <NativeSelect {...common} data={[{ value: '', label: 'Not given' }, ...field.choices]} />
  if (field.kind === 'boolean')
    return (
      <NativeSelect
        {...common}
        data={[
          { value: '', label: 'Not given' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  if (field.kind === 'date') return <TextInput {...common} placeholder="YYYY-MM-DD" inputMode="numeric" />
  return <TextInput {...common} inputMode={field.kind === 'number' ? 'decimal' : 'text'} />
}
