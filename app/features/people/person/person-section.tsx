import { type ReactNode, useState } from 'react'
import { FieldInput } from '#app/collections/field-input.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { EditedSection, type Editing } from './edited-section.tsx'
import type { PersonData } from './person-data.ts'
import { useSectionSave } from './use-section-save.ts'

type Props = {
  data: Extract<PersonData, { tab: 'info' }>
  title: string
  keys: readonly string[]
  editing: Editing
  rows: ReactNode
  fixed?: ReactNode
}

export function PersonSection({ data, title, keys, editing, rows, fixed }: Props) {
  const { person, contract } = data
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const { call, problem, error, clear } = useCall('PUT', '/api/people', { fields: keys, reload: 'never' })
  const discard = () => {
    setChanges({})
    clear()
  }
  const { busy, save } = useSectionSave(data, () => {
    discard()
    editing.close()
  })
  const store = async () => (await call([{ id: person.id, ...changes }])).ok
  const change = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = changes
    const stored = person[key]
    const isSame = JSON.stringify(value) === JSON.stringify(stored) || (value === '' && stored === null)
    setChanges(isSame ? rest : { ...rest, [key]: value })
  }
  return (
    <EditedSection
      title={title}
      save={`Save ${title.toLowerCase()}`}
      count={Object.keys(changes).length}
      busy={busy}
      error={problem}
      editing={editing}
      discard={discard}
      onSave={() => void save(`${title} saved.`, store)}
      rows={rows}
      fields={
        <>
          {keys.map((key) => {
            const field = contract.fields[key]
            return (
              field && (
                <FieldInput
                  key={key}
                  name={key}
                  field={field}
                  value={key in changes ? changes[key] : person[key]}
                  onChange={(value) => change(key, value)}
                  error={error(key)}
                />
              )
            )
          })}
          {fixed}
        </>
      }
    />
  )
}
