import { Button, Group, NativeSelect, Table } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconListSearch } from '@tabler/icons-react'
import { inSentence } from '#app/collections/in-sentence.ts'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { colorName } from '#app/collections/swatches.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { AREAS } from '#server/audit/areas-contract.ts'
import { colorChange } from '#server/audit/color-change.pure.ts'
import { type AuditLine, actorLabel, isOperator, operatorLabel, subjectLabel } from '#server/audit/contract.ts'
import classes from './audit.module.css'

type Props = {
  lines: AuditLine[]
  next: number | null
  event: string
  person: { id: number; name: string } | null
  paged: boolean
}

export function AuditScreen({ lines: entries, next, event, person, paged }: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const pathWith = (change: Record<string, string | number | null>) => {
    const params = new URLSearchParams(query)
    params.delete('before')
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') params.delete(name)
      else params.set(name, String(value))
    }
    return params.size ? `?${params}` : paths.audit
  }
  return (
    <>
      <PageHead title="Audit log" meta="Who did what on this site. Entries cannot be changed or removed." />
      <div className={classes.filters}>
        <OptionSelect
          collection="people"
          label="Person"
          placeholder="Everyone"
          all
          value={person?.id ?? null}
          chosen={person?.name ?? ''}
          onChange={(id) => navigate(pathWith({ person: id }))}
        />
        <NativeSelect
          label="Event"
          value={event}
          data={[{ value: '', label: 'All events' }, ...AREAS.map(({ area, label }) => ({ value: area, label }))]}
          onChange={({ currentTarget }) => navigate(pathWith({ event: currentTarget.value }))}
        />
      </div>
      {entries.length === 0 ? (
        <EmptyState icon={IconListSearch} title="No entries" text="No entries match these filters." />
      ) : (
        <EntryTable entries={entries} toPerson={(id) => pathWith({ person: id })} />
      )}
      <Group justify="space-between" mt="md">
        {paged ? (
          <Button component={Link} to={pathWith({})} variant="default" h={44}>
            Newest
          </Button>
        ) : (
          <span />
        )}
        {next !== null && (
          <Button component={Link} to={pathWith({ before: next })} variant="default" h={44}>
            Older
          </Button>
        )}
      </Group>
    </>
  )
}

function EntryTable({ entries, toPerson }: { entries: AuditLine[]; toPerson: (id: number) => string }) {
  const when = useDateFormats()
  return (
    <Table className={`card ${classes.lines}`} verticalSpacing="sm">
      <thead className="unseen-phone">
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">About</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="num">{when.dateTime(entry.at)}</td>
            <td>
              <WhatCell entry={entry} />
            </td>
            <td>
              <ActorCell entry={entry} toPerson={toPerson} />
            </td>
            <td>
              <SubjectCell entry={entry} toPerson={toPerson} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function WhatCell({ entry }: { entry: AuditLine }) {
  const colors = colorChange(entry)
  const when = useDateFormats()
  const { reason, until } = entryOf(entry)
  return (
    <>
      {entry.label}
      {colors?.from && (
        <>
          {' from '}
          <Color code={colors.from} />
        </>
      )}
      {colors && ' to '}
      {colors && (colors.to ? <Color code={colors.to} /> : 'none')}
      {until && ` until ${when.time(until)}`}
      {reason && `: ${reason}`}
    </>
  )
}

const Color = ({ code }: { code: string }) => (
  <span className={classes.color}>
    <span className={classes.swatch} style={{ background: code }} aria-hidden />
    {inSentence(colorName(code))}
  </span>
)

type CellProps = { entry: AuditLine; toPerson: (id: number) => string }

function ActorCell({ entry, toPerson }: CellProps) {
  const { actor, person, person_name, impersonator, impersonator_name } = entry
  if (person === null) return <>{actorLabel(actor)}</>
  const name = <Link to={toPerson(person)}>{person_name ?? 'Someone'}</Link>
  if (isOperator(actor))
    return (
      <>
        {operatorLabel(entry)}, as {name}
      </>
    )
  if (impersonator === null) return name
  return (
    <>
      <Link to={toPerson(impersonator)}>{impersonator_name ?? 'Someone'}</Link> as {name}
    </>
  )
}

function SubjectCell({ entry, toPerson }: CellProps) {
  const { subject, subject_id, subject_name } = entry
  const label = subjectLabel(entry)
  // A sign-in has no subject but its actor.
  if (subject === 'people' && subject_id === entry.person && entry.action.startsWith('session.')) return null
  if (subject_id === null) return <>{label}</>
  if (subject === 'people') return <Link to={toPerson(subject_id)}>{subject_name ?? label}</Link>
  if (subject === 'events' && subject_name !== null) return <Link to={paths.eventShifts(subject_id)}>{label}</Link>
  return <>{label}</>
}

/** Why an operator entered, and until when at most. */
function entryOf({ action, details: { reason, until } }: AuditLine): { reason?: string; until?: string } {
  if (action !== 'impersonation.begin' || typeof reason !== 'string' || typeof until !== 'string') return {}
  return { reason, until }
}
