import { type ReactNode, useState } from 'react'
import { fieldMessage, firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { FieldInput } from '#app/collections/field-input.tsx'
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
  const [answer, setAnswer] = useState<unknown>()
  const discard = () => {
    setChanges({})
    setAnswer(undefined)
  }
  const { busy, save } = useSectionSave(data, () => {
    discard()
    editing.close()
  })
  const store = async () => {
    const result = await callApi('PUT', '/api/people', [{ id: person.id, ...changes }])
    setAnswer(result.ok ? undefined : (result.body ?? { detail: 'Not saved. Please try again.' }))
    return result.ok
  }
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
      error={firstMessage(answer, keys)}
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
                  error={fieldMessage(answer, key)}
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
