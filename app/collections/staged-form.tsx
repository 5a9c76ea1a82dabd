import { Button } from '@mantine/core'
import { useState } from 'react'
import { fieldMessage } from './answer-messages.ts'
import { DeleteRecord } from './delete-record.tsx'
import { FieldInput } from './field-input.tsx'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'
import type { Staged } from './use-staged.ts'

type Props = {
  view: ListView
  data: ListData
  record: ListRecord
  name: string
  closed: string
  staged: Staged
}

/** A record's form whose changes are kept until those of all records are saved together. */
export function StagedForm({ view, data, record, name, closed, staged }: Props) {
  const { contract } = data
  const [round, setRound] = useState(0)
  const own = staged.ids.get(record.id)
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()} noValidate>
      {view.form.map((key) => {
        const field = contract.fields[key]
        return (
          field && (
            <FieldInput
              key={`${key} ${round}`}
              name={key}
              field={field}
              value={own && key in own.fields ? own.fields[key] : record[key]}
              onChange={(value) => staged.stage(record, name, key, value)}
              onPicked={(id, called) => field.to && staged.picked(field.to, id, called)}
              error={fieldMessage(staged.answer, `${record.id}.${key}`)}
              hint={view.hints?.[key]}
              names={(field.to && data.labels[field.to]) || {}}
            />
          )
        )
      })}
      <div className={classes.foot}>
        <span role="status">{own ? 'Kept until you save the list.' : 'Changes are kept until you save the list.'}</span>
        {own && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              staged.drop([record.id])
              setRound(round + 1)
            }}
          >
            Undo changes
          </Button>
        )}
      </div>
      <DeleteRecord
        collection={contract.name}
        singular={contract.singular}
        id={record.id}
        name={name}
        closed={closed}
        note={view.deleteNote}
      />
    </form>
  )
}
