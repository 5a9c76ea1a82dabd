import { ColorSwatch, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { UNTITLED_EVENT } from '#server/shift-facts/event.pure.ts'
import type { EventFields, RosterNames } from '#server/shifts/roster-editor/contract.ts'
import { ContactsField } from './contacts-field.tsx'
import classes from './fields.module.css'
import { MinimumFields } from './minimum-fields.tsx'
import { WallInput } from './wall-input.tsx'

const COLOURS = [
  ['Blue', '#01579b'],
  ['Teal', '#00594c'],
  ['Green', '#1b5e20'],
  ['Ochre', '#6b4a00'],
  ['Rust', '#8a3c00'],
  ['Red', '#b3261e'],
  ['Violet', '#5f3dc4'],
  ['Slate', '#546e7a'],
] as const

/** Folded while each is as it is at first: empty. */
const MORE = ['contact', 'contacts', 'details', 'minimum', 'minimums', 'decide_at', 'color'] as const
const isSet = (value: EventFields[(typeof MORE)[number]]) =>
  Array.isArray(value) ? value.length > 0 : (value ?? '') !== ''

type Props = {
  fields: EventFields
  onChange: (patch: Partial<EventFields>) => void
  nameOf: (collection: keyof RosterNames, id: number | null) => string
  remember: (collection: keyof RosterNames, id: number | null, name: string) => void
  messages: Record<string, string> | undefined
  assignments?: readonly number[]
}

export function EventFieldset({ fields, onChange, nameOf, remember, messages = {}, assignments = [] }: Props) {
  const relation = (
    field: 'eventtype' | 'series' | 'location',
    collection: 'eventtypes' | 'series' | 'locations',
    label: string,
  ) => (
    <OptionSelect
      collection={collection}
      label={label}
      value={fields[field]}
      chosen={nameOf(collection, fields[field])}
      onChange={(id, name) => {
        remember(collection, id, name)
        onChange({ [field]: id })
      }}
      error={messages[field]}
    />
  )
  const [unfolded, setUnfolded] = useState(() => MORE.some((field) => isSet(fields[field])))
  return (
    <>
      <TextInput
        label="Name"
        value={fields.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={messages.name}
        placeholder={UNTITLED_EVENT}
        maxLength={200}
      />
      <WallInput label="Start" value={fields.start} onChange={(start) => onChange({ start })} error={messages.start} />
      <WallInput label="End" value={fields.end} onChange={(end) => onChange({ end })} error={messages.end} />
      {relation('location', 'locations', 'Location')}
      {relation('eventtype', 'eventtypes', 'Event type')}
      {relation('series', 'series', 'Series')}
      <details
        className={classes.more}
        open={unfolded || MORE.some((field) => messages[field])}
        onToggle={(event) => setUnfolded(event.currentTarget.open)}
      >
        <summary>More</summary>
        <div>
          <TextInput
            label="Contact"
            value={fields.contact}
            onChange={(event) => onChange({ contact: event.currentTarget.value })}
            error={messages.contact}
            maxLength={500}
            description="Shown to members. Choose below who is notified."
          />
          <ContactsField
            contact={fields.contact}
            value={fields.contacts ?? []}
            nameOf={(id) => nameOf('people', id)}
            onChange={(contacts) => onChange({ contacts })}
            onNamed={(id, name) => remember('people', id, name)}
            error={messages.contacts}
          />
          <Textarea
            label="Details for members"
            value={fields.details}
            onChange={(event) => onChange({ details: event.currentTarget.value })}
            error={messages.details}
            autosize
            minRows={3}
            maxRows={14}
          />
          <NumberInput
            label="People needed to run"
            description="Total for the event. Leave blank if it always runs."
            value={fields.minimum ?? ''}
            onChange={(value) => onChange({ minimum: value === '' ? null : Number(value) })}
            error={messages.minimum}
            min={0}
            max={1000}
            allowDecimal={false}
            allowNegative={false}
            hideControls
          />
          <MinimumFields
            value={fields.minimums ?? []}
            assignments={assignments.map((id) => ({ id, name: nameOf('assignments', id) }))}
            onChange={(minimums) => onChange({ minimums })}
            error={messages.minimums}
          />
          <WallInput
            label="Decide by"
            value={fields.decide_at ?? ''}
            onChange={(wall) => onChange({ decide_at: wall || null })}
            error={messages.decide_at}
            was="If the event is short of people by then, coordinators get a message and decide whether it goes ahead. Must be before the start."
          />
          <ColourChoice value={fields.color} onChange={(color) => onChange({ color })} />
        </div>
      </details>
    </>
  )
}

function ColourChoice({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  const id = useId()
  const known = COLOURS.some(([, hex]) => hex === value)
  const all: [string, string | null][] = [
    ['Same as event type', null],
    ...COLOURS.map(([name, hex]): [string, string] => [name, hex]),
    ...(value && !known ? [['Custom', value] as [string, string]] : []),
  ]
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>Colour</legend>
      <div className={`cluster ${classes.colours}`}>
        {all.map(([name, hex]) => (
          <label key={name} title={name}>
            <input type="radio" name={id} checked={value === hex} onChange={() => onChange(hex)} aria-label={name} />
            {hex ? (
              <ColorSwatch color={hex} size={20} withShadow={false} />
            ) : (
              <IconPalette size={20} stroke={1.6} aria-hidden />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
