import { Button, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { DateField } from '#app/collections/date-field.tsx'
import { OptionMultiSelect } from '#app/collections/option-multi-select.tsx'
import { OptionSelect } from '#app/collections/option-select.tsx'
import type { Audience } from '#server/messages/audience/contract.ts'
import { applyRule, hasRule, type RuleField, type RuleKind, ruleValues } from './rule-kinds.ts'
import type { Names } from './rule-text.ts'
import classes from './who.module.css'

type RuleFormProps = {
  kind: RuleKind
  audience: Audience
  names: Names
  has_roles: boolean
  onNamed: (collection: string, id: number, name: string) => void
  onApply: (audience: Audience) => void
  onClose: () => void
}

export function RuleForm({ kind, audience, names, has_roles, onNamed, onApply, onClose }: RuleFormProps) {
  const [values, setValues] = useState(() => ruleValues(audience, kind))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const title = useId()
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const applied = applyRule(audience, kind, values)
    if ('audience' in applied) return onApply(applied.audience)
    setErrors(applied.errors)
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    <form
      ref={form}
      className={classes.form}
      aria-labelledby={title}
      noValidate
      onSubmit={submit}
      onKeyDown={({ key, target }) => {
        const isListOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true'
        if (key === 'Escape' && !isListOpen) onClose()
      }}
    >
      <h4 id={title}>{kind.label}</h4>
      {kind.hint && <p className={classes.hint}>{kind.hint}</p>}
      {kind.fields
        .filter((field) => field.shown?.(values) ?? true)
        .filter(({ name }) => name !== 'roles' || has_roles || values.roles !== undefined)
        .map((field) => (
          <RuleInput
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
            names={names}
            onNamed={onNamed}
            onChange={(value) => {
              setValues((before) => ({ ...before, [field.name]: value }))
              setErrors({})
            }}
          />
        ))}
      <div className="cluster">
        <Button type="submit">{hasRule(audience, kind) ? 'Change the rule' : 'Add the rule'}</Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type InputProps = Pick<RuleFormProps, 'names' | 'onNamed'> & {
  field: RuleField
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

function RuleInput({ field, value, error, names, onNamed, onChange }: InputProps) {
  const { label } = field
  switch (field.kind) {
    case 'record':
      return (
        <OptionSelect
          collection={field.collection}
          label={label}
          value={typeof value === 'number' ? value : null}
          chosen={names[field.collection]?.[String(value)] ?? ''}
          error={error}
          creates={false}
          onChange={(id, name) => {
            if (id !== null) onNamed(field.collection, id, name)
            onChange(id ?? undefined)
          }}
        />
      )
    case 'records':
      return (
        <OptionMultiSelect
          collection={field.collection}
          label={label}
          value={Array.isArray(value) ? value : []}
          names={names[field.collection] ?? {}}
          error={error}
          creates={false}
          closesOnPick
          onChange={onChange}
          onNamed={(id, name) => onNamed(field.collection, id, name)}
        />
      )
    case 'day':
      return <DateField label={label} value={String(value ?? '')} error={error} onChange={onChange} />
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          error={error}
          min={0}
          max={100_000}
          hideControls
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'words':
      return <TagsInput label={label} value={Array.isArray(value) ? value : []} error={error} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          label={label}
          value={String(value ?? '')}
          error={error}
          maxLength={200}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          label={label}
          value={String(value ?? '')}
          error={error}
          data={field.choices.map(([choice, words]) => ({ value: choice, label: words }))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
