import { Button, Group, NativeSelect, Table } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconListSearch } from '@tabler/icons-react'
import { AREAS, type AuditLine, actionLabel, actorLabel, subjectLabel } from '#server/audit/contract.ts'
import { OptionSelect } from '../../collections/option-select.tsx'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './audit.module.css'

type Props = {
  lines: AuditLine[]
  next: number | null
  event: string
  person: { id: number; name: string } | null
  paged: boolean
}

/** Who did what, newest first. Nobody can change or remove a line of it. */
export function AuditScreen({ lines, next, event, person, paged }: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const at = (change: Record<string, string | number | null>) => {
    const asked = new URLSearchParams(query)
    asked.delete('before')
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') asked.delete(name)
      else asked.set(name, String(value))
    }
    return asked.size ? `?${asked}` : paths.audit
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
          onChange={(id) => navigate(at({ person: id }))}
        />
        <NativeSelect
          label="Event"
          value={event}
          data={[{ value: '', label: 'All events' }, ...AREAS.map(({ area, label }) => ({ value: area, label }))]}
          onChange={({ currentTarget }) => navigate(at({ event: currentTarget.value }))}
        />
      </div>
      {lines.length === 0 ? (
        <EmptyState icon={IconListSearch} title="No entries" text="No entries match these filters." />
      ) : (
        <Lines lines={lines} toPerson={(id) => at({ person: id })} />
      )}
      <Group justify="space-between" mt="md">
        {paged ? (
          <Button component={Link} to={at({})} variant="default" h={44}>
            Newest
          </Button>
        ) : (
          <span />
        )}
        {next !== null && (
          <Button component={Link} to={at({ before: next })} variant="default" h={44}>
            Older
          </Button>
        )}
      </Group>
    </>
  )
}

function Lines({ lines, toPerson }: { lines: AuditLine[]; toPerson: (id: number) => string }) {
  const when = useDateFormats()
  return (
    <Table className={classes.lines} verticalSpacing="sm">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">About</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className="num">{when.dateTime(line.at)}</td>
            <td>{actionLabel(line.action)}</td>
            <td>
              <Who line={line} toPerson={toPerson} />
            </td>
            <td>
              <About line={line} toPerson={toPerson} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type Of = { line: AuditLine; toPerson: (id: number) => string }

function Who({ line: { actor, person, person_name, impersonator, impersonator_name }, toPerson }: Of) {
  if (person === null) return <>{actorLabel(actor)}</>
  const name = <Link to={toPerson(person)}>{person_name ?? 'Somebody'}</Link>
  if (impersonator === null) return name
  return (
    <>
      <Link to={toPerson(impersonator)}>{impersonator_name ?? 'Somebody'}</Link> as {name}
    </>
  )
}

function About({ line, toPerson }: Of) {
  const { subject, subject_id, subject_name } = line
  const words = subjectLabel(line)
  // Signing in is about nobody but who did it.
  if (subject === 'people' && subject_id === line.person && line.action.startsWith('session.')) return null
  if (subject_id === null) return <>{words}</>
  if (subject === 'people') return <Link to={toPerson(subject_id)}>{subject_name ?? words}</Link>
  if (subject === 'events' && subject_name !== null) return <Link to={paths.eventShifts(subject_id)}>{words}</Link>
  return <>{words}</>
}
