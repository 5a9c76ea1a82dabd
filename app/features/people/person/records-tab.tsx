import { Button } from '@mantine/core'
import { useSearchParams } from '@remix-run/react'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  changesetOf,
  countStaged,
  type Messages,
  nothingStaged,
  type Staged,
  type Step,
  stage,
} from '#app/collections/changeset.ts'
import { LeaveWarning } from '#app/collections/leave-warning.tsx'
import { problemText } from '#app/collections/problem-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { type Refusal, useChangeset } from '#app/collections/use-changeset.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { ChangesetSaved } from '#server/engine/collections/changeset-contract.ts'
import classes from './person.module.css'
import { nameIn, type PersonData } from './person-data.ts'
import { RecordEditor } from './record-editor.tsx'
import { newestByCompetency, newFields, type RecordFields, stagedProblems, storedFields } from './record-fields.ts'
import { RecordMenu } from './record-menu.tsx'
import { RecordState } from './record-state.tsx'

type Data = Extract<PersonData, { tab: 'records' }>

const NOTHING = nothingStaged<RecordFields>()
const stageRecord = (staged: Staged<RecordFields>, step: Step<RecordFields>) => stage(staged, step)

export function RecordsTab({ data: { person, records, facts, endangered } }: { data: Data }) {
  const [search] = useSearchParams()
  const { offer } = useUndo()
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const [picked, setPicked] = useState<Record<string, string>>({
    ...Object.fromEntries(endangered.map(({ competency, name }) => [`competencies ${competency}`, name])),
    [`people ${person.id}`]: String(person.name),
  })
  const [obstacles, setObstacles] = useState<Messages>({})
  const { staged, refusal, setRefusal, saving, save, step, finalStep, discard } = useChangeset({
    path: '/api/records/staged',
    nothing: NOTHING,
    initial: () => {
      const asked = endangered.find(({ competency }) => competency === Number(search.get('add')))
      const records = [newFields(person.id, asked?.competency)]
      return search.has('add') ? stage(NOTHING, { do: 'add', records }) : NOTHING
    },
    stage: stageRecord,
    onSaved: (answer) => {
      setEditing(new Set())
      for (const { token } of (answer as ChangesetSaved).undo)
        offer('Record deleted.', { collection: 'records', token })
    },
  })
  const conflicts = refusal?.conflicts ?? []
  const nameOf = (collection: string, id: number | null) =>
    id === null ? '' : (picked[`${collection} ${id}`] ?? nameIn(records, collection, id))
  const messages: Messages = { ...refusal?.messages, ...obstacles }
  const close = (id: number) => setEditing((before) => new Set([...before].filter((open) => open !== id)))
  const restore = (id: number) => {
    step({ do: 'restore', id })
    close(id)
  }
  const send = () => {
    const found = stagedProblems(staged)
    setObstacles(found)
    if (Object.keys(found).length) return setRefusal(null)
    const { added, changed, removed } = changesetOf(staged)
    void save({ added: added.map(trimmed), changed: changed.map(trimmed), removed })
  }
  const clear = () => {
    setRefusal(null)
    setObstacles({})
  }
  const unsaved = countStaged(staged).all + [...editing].filter((id) => !(id in staged.changed)).length
  const newest = newestByCompetency(records.rows)
  const expiring = facts.held.filter(({ state }) => state !== 'held').length
  const editorOf = (key: string, fields: RecordFields, stored?: ReturnType<typeof storedFields>) => (
    <RecordEditor
      fields={fields}
      isNew={!stored}
      messages={messages[key] ?? {}}
      nameOf={nameOf}
      onPick={(collection, id, name) =>
        id !== null && setPicked((before) => ({ ...before, [`${collection} ${id}`]: name }))
      }
      onChange={(patch) => step(stored ? { do: 'change', record: stored, patch } : { do: 'change-new', key, patch })}
      onDrop={() => (stored ? restore(stored.id) : step({ do: 'remove-new', key }))}
    />
  )
  return (
    <div className={classes.stack}>
      <LeaveWarning dirty={unsaved > 0 && !saving} />
      <div className={`row cluster between ${classes.bar}`}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => step({ do: 'add', records: [newFields(person.id)] })}
        >
          Add a record
        </Button>
        <span className="num">
          {records.rows.filter(({ current }) => current === true).length} current of {records.count}
          {expiring > 0 &&
            `, ${expiring} ${expiring === 1 ? 'ends' : 'end'} soon or ${expiring === 1 ? 'has' : 'have'} ended`}
        </span>
      </div>
      <FormError message={refusal ? refusalText(refusal) : undefined} />
      {staged.added.length + records.rows.length === 0 && (
        <p className={classes.none}>{String(person.name)}’s training and competencies will appear here.</p>
      )}
      <ul className={classes.records}>
        {staged.added.map(({ key, fields }) => (
          <li key={key}>{editorOf(key, fields)}</li>
        ))}
        {records.rows.map((record) => {
          const { id } = record
          const stored = storedFields(record)
          const change = staged.changed[id]
          const removed = id in staged.removed
          return (
            <li key={id} data-removed={removed || undefined}>
              {(change || editing.has(id)) && !removed ? (
                editorOf(String(id), { ...stored, ...change?.fields }, stored)
              ) : (
                <>
                  <span className={classes.what}>
                    <b>{nameIn(records, 'competencies', record.competency)}</b>
                    <small>{nameIn(records, 'training', record.training)}</small>
                  </span>
                  <RecordState
                    record={record}
                    state={
                      newest.get(record.competency) === id
                        ? facts.held.find((competency) => competency.id === record.competency)?.state
                        : undefined
                    }
                  />
                  <span className={`row cluster ${classes.actions}`}>
                    {removed ? (
                      <Button variant="subtle" size="sm" onClick={() => restore(id)}>
                        Keep
                      </Button>
                    ) : (
                      <RecordMenu
                        name={nameIn(records, 'competencies', record.competency)}
                        onEdit={() => setEditing((before) => new Set(before).add(id))}
                        onRemove={() => step({ do: 'remove', record: stored })}
                      />
                    )}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {unsaved > 0 && (
        <footer className={`row ${classes.staged}`}>
          <b role="status">{unsaved} unsaved</b>
          {conflicts.length > 0 ? (
            <>
              <Button
                onClick={() => {
                  finalStep(
                    ...conflicts.map(
                      ({ id, version, fields }): Step<RecordFields> =>
                        version === null ? { do: 'take-theirs', ids: [id] } : { do: 'keep-mine', id, version, fields },
                    ),
                  )
                  clear()
                }}
              >
                Keep mine
              </Button>
              <Button
                variant="default"
                onClick={() => {
                  finalStep({ do: 'take-theirs', ids: conflicts.map(({ id }) => id) })
                  clear()
                }}
              >
                Take theirs
              </Button>
            </>
          ) : (
            <Button onClick={send} loading={saving}>
              Save
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              discard()
              setEditing(new Set())
              clear()
            }}
          >
            Discard
          </Button>
        </footer>
      )}
    </div>
  )
}

const trimmed = <C extends { fields: Partial<RecordFields> }>(change: C): C =>
  change.fields.achieved === undefined
    ? change
    : { ...change, fields: { ...change.fields, achieved: change.fields.achieved.trim() } }

/** Why nothing was saved; null when the fields already show it. */
function refusalText({ body, conflicts, messages }: Refusal): string | undefined {
  const [first] = conflicts
  if (first)
    return `${first.by ?? 'Someone else'} has ${first.removed ? 'deleted' : 'changed'} one of these records. Nothing is saved yet.`
  return Object.keys(messages).length ? undefined : problemText(body)
}
