import { Button, Textarea, TextInput } from '@mantine/core'
import { useRevalidator, useSearchParams } from '@remix-run/react'
import {
  IconAlertTriangle,
  IconCheck,
  IconHistory,
  IconInfinity,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { LeaveWarning } from '../../collections/leave-warning.tsx'
import type { ListRecord } from '../../collections/list-view.ts'
import { OptionSelect } from '../../collections/option-select.tsx'
import { useUndo } from '../../collections/undo.tsx'
import { useDateFormats, useRoot } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import classes from './person.module.css'
import { nameIn, type PersonData } from './person-data.ts'
import { type Draft, draftOf, freshDraft, obstaclesOf, recordWrites, refusedFields, SHOWN } from './record-drafts.ts'

type Data = Extract<PersonData, { tab: 'records' }>

/** The person's training and competency records; changes are staged and saved together. */
export function RecordsTab({ data: { person, records, facts } }: { data: Data }) {
  const [search] = useSearchParams()
  const fresh = (drafts: readonly Draft[]) => freshDraft(person.id, String(person.name), drafts)
  const [drafts, setDrafts] = useState<Draft[]>(() => (search.has('add') ? [fresh([])] : []))
  const [wrong, setWrong] = useState<Record<number, Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const put = (draft: Draft) =>
    setDrafts(
      drafts.some(({ id }) => id === draft.id)
        ? drafts.map((of) => (of.id === draft.id ? draft : of))
        : [...drafts, draft],
    )
  const drop = (id: number) => setDrafts(drafts.filter((draft) => draft.id !== id))
  const save = async () => {
    const obstacles = Object.fromEntries(
      drafts.flatMap((draft) => {
        const of = draft.remove ? {} : obstaclesOf(draft)
        return Object.keys(of).length ? [[draft.id, of]] : []
      }),
    )
    setWrong(obstacles)
    if (Object.keys(obstacles).length) return
    setBusy(true)
    const refused = await store()
    setBusy(false)
    setProblem(refused)
    if (refused === undefined) setDrafts([])
    revalidate()
  }
  /** Deletes, creates, updates. @returns why it was refused; empty when that stands under the fields. */
  const store = async (): Promise<string | undefined> => {
    const { removed, created, updated } = recordWrites(drafts)
    for (const id of removed) {
      const said = await callApi('DELETE', `/api/records/${id}`)
      if (!said.ok && said.status !== 404) return firstMessage(said.body, []) ?? 'Not deleted. Please try again.'
      const token = said.headers.get('undo-token')
      offer('Record deleted.', token ? { collection: 'records', token } : undefined)
      drop(id)
    }
    for (const [method, list] of [['POST', created] as const, ['PUT', updated] as const]) {
      if (!list.length) continue
      const said = await callApi(method, '/api/records', list)
      if (!said.ok) {
        const sent = drafts.filter(({ id, remove }) => !remove && (method === 'POST' ? id < 0 : id > 0))
        const under = refusedFields(sent, said.body)
        setWrong(under)
        return firstMessage(said.body, SHOWN) ?? (Object.keys(under).length ? '' : 'Not saved. Please try again.')
      }
      const kept = method === 'POST' ? (draft: Draft) => draft.id > 0 : () => false
      setDrafts((all) => all.filter(kept))
    }
  }
  const shown = [
    ...drafts.filter(({ id }) => id < 0).map((draft) => ({ id: draft.id, record: null, draft })),
    ...records.rows.map((record) => ({ id: record.id, record, draft: drafts.find(({ id }) => id === record.id) })),
  ]
  return (
    <div className={classes.stack}>
      <LeaveWarning dirty={drafts.length > 0 && !busy} />
      <div className={classes.bar}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => put(fresh(drafts))}>
          Add a record
        </Button>
        <span className="num">
          {records.rows.filter(({ current }) => current === true).length} current of {records.count}
        </span>
      </div>
      <FormError message={problem} />
      {shown.length === 0 && (
        <p className={classes.none}>{String(person.name)}’s training and competencies will appear here.</p>
      )}
      <ul className={classes.records}>
        {shown.map(({ id, record, draft }) => (
          <li key={id} data-removed={draft?.remove || undefined}>
            {draft && !draft.remove ? (
              <RecordEditor draft={draft} wrong={wrong[id] ?? {}} onChange={put} onDrop={() => drop(id)} />
            ) : (
              record && (
                <>
                  <span className={classes.what}>
                    <b>{nameIn(records, 'competencies', record.competency)}</b>
                    <small>{nameIn(records, 'training', record.training)}</small>
                  </span>
                  <RecordState
                    record={record}
                    ending={facts.held.some(({ id, state }) => id === record.competency && state === 'ending')}
                  />
                  <span className={classes.actions}>
                    {draft?.remove ? (
                      <Button variant="subtle" size="sm" onClick={() => drop(id)}>
                        Keep
                      </Button>
                    ) : (
                      <>
                        <Button
                          variant="subtle"
                          size="sm"
                          onClick={() => put(draftOf(record, String(person.name), records))}
                        >
                          Edit
                        </Button>
                        <Button
                          variant="subtle"
                          color="red"
                          size="sm"
                          leftSection={<IconTrash size={16} aria-hidden />}
                          onClick={() => put({ ...draftOf(record, String(person.name), records), remove: true })}
                        >
                          Remove
                        </Button>
                      </>
                    )}
                  </span>
                </>
              )
            )}
          </li>
        ))}
      </ul>
      {drafts.length > 0 && (
        <footer className={classes.staged}>
          <b role="status">{drafts.length} unsaved</b>
          <Button onClick={save} loading={busy}>
            Save
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDrafts([])}>
            Discard
          </Button>
        </footer>
      )}
    </div>
  )
}

/** How long the record lives, as a bar and in words. `ending`: it runs out soon. */
function RecordState({ record, ending }: { record: ListRecord; ending: boolean }) {
  const { format, dateFormat, until } = useDateFormats()
  const now = useRoot()?.now ?? ''
  const noon = (value: unknown) => `${value}T12:00:00Z`
  const ends = typeof record.expires === 'string' ? record.expires : null
  const over = ends !== null && until(noon(ends)) === 'in the past'
  const tone = over ? 'red' : ending ? 'amber' : record.current === true ? 'green' : 'slate'
  return (
    <>
      <span className={`${classes.when} num`}>
        <small>Achieved</small>
        {format(noon(record.achieved), dateFormat)}
      </span>
      <span className={`${classes.when} num`}>
        <small>Ends</small>
        {ends === null ? (
          <>
            <IconInfinity size={16} aria-hidden className={classes.endless} /> No end date
          </>
        ) : (
          <>
            {format(noon(ends), dateFormat)}
            <span className={classes.life} data-tone={tone} aria-hidden>
              <i style={{ width: `${lived(noon(record.achieved), noon(ends), now)}%` }} />
            </span>
          </>
        )}
      </span>
      {record.current === true ? (
        <Tag tone={ending ? 'amber' : 'green'} icon={ending ? IconAlertTriangle : IconCheck} quiet={!ending}>
          Current{ends !== null && ending && `, ends ${until(noon(ends))}`}
        </Tag>
      ) : over ? (
        <Tag tone="red" icon={IconX}>
          Ended
        </Tag>
      ) : (
        <Tag tone="slate" icon={IconHistory} quiet>
          Earlier
        </Tag>
      )}
    </>
  )
}

/** How much of the time between two instants is over, in per cent. */
const lived = (from: string, to: string, now: string) => {
  const [begin, end, at] = [from, to, now].map((of) => Date.parse(of)) as [number, number, number]
  return end > begin ? Math.max(0, Math.min(100, ((at - begin) / (end - begin)) * 100)) : 100
}

type EditorProps = {
  draft: Draft
  wrong: Record<string, string>
  onChange: (draft: Draft) => void
  onDrop: () => void
}

function RecordEditor({ draft, wrong, onChange, onDrop }: EditorProps) {
  return (
    <fieldset className={classes.editor} aria-label={draft.id < 0 ? 'New record' : `Record of ${draft.competencyName}`}>
      <OptionSelect
        collection="people"
        label="Person"
        value={draft.person}
        chosen={draft.personName}
        onChange={(person, personName) => onChange({ ...draft, person, personName })}
        error={wrong.person}
      />
      <OptionSelect
        collection="competencies"
        label="Competency"
        value={draft.competency}
        chosen={draft.competencyName}
        onChange={(competency, competencyName) => onChange({ ...draft, competency, competencyName })}
        error={wrong.competency}
        creates
      />
      <OptionSelect
        collection="training"
        label="Training"
        value={draft.training}
        chosen={draft.trainingName}
        onChange={(training, trainingName) => onChange({ ...draft, training, trainingName })}
        error={wrong.training}
        creates
      />
      <TextInput
        label="Achieved"
        placeholder="YYYY-MM-DD"
        value={draft.achieved}
        onChange={(event) => onChange({ ...draft, achieved: event.currentTarget.value })}
        error={wrong.achieved}
      />
      <Textarea
        label="Details"
        description="Visible only to site managers"
        value={draft.details}
        onChange={(event) => onChange({ ...draft, details: event.currentTarget.value })}
        error={wrong.details}
        autosize
      />
      <Button variant="subtle" color="gray" onClick={onDrop}>
        {draft.id < 0 ? 'Cancel' : 'Undo change'}
      </Button>
    </fieldset>
  )
}
