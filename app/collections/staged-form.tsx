import { Button } from '@mantine/core'
import { useState } from 'react'
import { DeleteRecord } from './delete-record.tsx'
import { FieldInput } from './field-input.tsx'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'
import type { StagedList } from './use-staged.ts'

type Props = {
  view: ListView
  data: ListData
  record: ListRecord
  name: string
  closed: string
  staged: StagedList
}

export function StagedForm({ view, data, record, name, closed, staged }: Props) {
  const { contract } = data
  const [round, setRound] = useState(0)
  const change = staged.changed[record.id]
  const messages = staged.refusal?.messages[record.id]
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
              value={change && key in change.fields ? change.fields[key] : record[key]}
              onChange={(value) => staged.stage(record, name, key, value)}
              onPicked={(id, label) => field.to && staged.pick(field.to, id, label)}
              error={messages?.[key]}
              hint={view.hints?.[key]}
              names={(field.to && data.labels[field.to]) || {}}
            />
          )
        )
      })}
      <div className={`row cluster ${classes.foot}`}>
        <span role="status">
          {change ? 'Kept until you save the list.' : 'Changes are kept until you save the list.'}
        </span>
        {change && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              staged.restore(record.id)
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
