import { Button, Textarea } from '@mantine/core'
import { DateField } from '#app/collections/date-field.tsx'
import { OptionSelect } from '#app/collections/option-select.tsx'
import classes from './person.module.css'
import type { RecordFields } from './record-fields.ts'

type Collection = 'people' | 'competencies' | 'training'

type Props = {
  fields: RecordFields
  isNew: boolean
  messages: Record<string, string>
  nameOf: (collection: Collection, id: number | null) => string
  onPick: (collection: Collection, id: number | null, name: string) => void
  onChange: (patch: Partial<RecordFields>) => void
  onDrop: () => void
}

const RELATIONS = [
  ['person', 'people', 'Person'],
  ['competency', 'competencies', 'Competency'],
  ['training', 'training', 'Training'],
] as const

export function RecordEditor({ fields, isNew, messages, nameOf, onPick, onChange, onDrop }: Props) {
  return (
    <fieldset
      className={classes.editor}
      aria-label={isNew ? 'New record' : `Record of ${nameOf('competencies', fields.competency)}`}
    >
      {RELATIONS.map(([field, collection, label]) => (
        <OptionSelect
          key={field}
          collection={collection}
          label={label}
          value={fields[field]}
          chosen={nameOf(collection, fields[field])}
          onChange={(id, name) => {
            onPick(collection, id, name)
            onChange({ [field]: id })
          }}
          error={messages[field]}
          creates={field !== 'person'}
        />
      ))}
      <DateField
        label="Achieved"
        value={fields.achieved}
        onChange={(achieved) => onChange({ achieved })}
        error={messages.achieved}
      />
      <Textarea
        label="Details"
        description="Visible only to site managers"
        value={fields.details}
        onChange={(event) => onChange({ details: event.currentTarget.value })}
        error={messages.details}
        autosize
      />
      <Button variant="subtle" color="gray" onClick={onDrop}>
        {isNew ? 'Do not add' : 'Undo change'}
      </Button>
    </fieldset>
  )
}
