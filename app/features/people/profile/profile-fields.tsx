import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconCheck, IconForms } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { DateField } from '#app/collections/date-field.tsx'
import { problemText } from '#app/collections/problem-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { useReloadAfterSave } from '#app/ui/use-reload-after-save.ts'
import type { ProfileField } from '#server/lookups/profilefields-contract.ts'
import { displayValue, entryWrite } from './entries.ts'
import classes from './profile.module.css'

export type OwnField = Pick<ProfileField, 'id' | 'display_name' | 'kind' | 'choices' | 'required' | 'user_editable'> & {
  entry: { id: number; value: string } | null
}

/** The club's profile fields: shown where user_visible, editable where user_editable. */
export function ProfileFields({ fields, person }: { fields: readonly OwnField[]; person: number }) {
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Record<number, string>>({})
  const reading = useReloadAfterSave(fields, setDraft)
  const [problems, setProblems] = useState<Record<number, string>>({})
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const currentValue = (field: OwnField) => draft[field.id] ?? field.entry?.value ?? ''
  const changed = fields.filter((field) => currentValue(field) !== (field.entry?.value ?? ''))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    const errors: Record<number, string> = {}
    const saved: Record<number, string> = {}
    for (const field of changed) {
      const write = entryWrite(field, currentValue(field), person)
      if (!write) continue
      const answer = await callApi(write.method, write.path, write.body)
      if (!answer.ok) errors[field.id] = fieldMessage(answer.body, 'value') ?? problemText(answer.body)
      else saved[field.id] = currentValue(field)
    }
    if (Object.keys(saved).length) reading.waitForReload(saved)
    setProblems(errors)
    setState(Object.keys(errors).length ? 'idle' : 'saved')
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
            meta={displayValue(field.kind, field.entry?.value) || 'Not given'}
          />
        ))}
      {editable.length > 0 && (
        <form className={classes.body} onSubmit={save} noValidate>
          <FormError message={Object.keys(problems).length ? 'Some changes couldn’t be saved.' : undefined} />
          {editable.map((field) => (
            <FieldInput
              key={field.id}
              field={field}
              value={currentValue(field)}
              error={problems[field.id]}
              onChange={(value) => change(field, value)}
            />
          ))}
          <div className="row cluster">
            <Button type="submit" h={44} loading={state === 'busy' || reading.waiting} disabled={changed.length === 0}>
              Save
            </Button>
            <p className={`row ${classes.saved}`} role="status">
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

type InputProps = {
  field: OwnField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, value, error, onChange }: InputProps) {
  const shared = {
    label: field.display_name,
    size: 'md',
    value,
    error,
    required: field.required,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
  if (field.kind === 'choice')
    return <NativeSelect {...shared} data={[{ value: '', label: 'Not given' }, ...field.choices]} />
  if (field.kind === 'boolean')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: 'Not given' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  if (field.kind === 'date') return <DateField {...shared} onChange={onChange} />
  return <TextInput {...shared} inputMode={field.kind === 'number' ? 'decimal' : 'text'} />
}
