import { Button } from '@mantine/core'
import { Link, useFetcher, useLocation } from '@remix-run/react'
import { IconArrowBackUp, IconCheck, IconHistory } from '@tabler/icons-react'
import { type PastImport, UNDO_HOURS, type UnknownPerson } from '#server/imports/contract.ts'
import { formError } from '../../http/answer.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats, useRoot } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { UnknownPeople } from './preview-notes.tsx'
import classes from './result.module.css'
import { done, number } from './words.ts'

const SEEN = {
  people: { to: paths.people, label: 'See people' },
  season: { to: paths.events, label: 'See events' },
} as const

/** Whom the import left open; it comes with the way here from the import itself and is not kept. */
function useUnknown(): readonly UnknownPerson[] {
  const state: unknown = useLocation().state
  const given = typeof state === 'object' && state !== null && 'unknown' in state ? state.unknown : []
  return Array.isArray(given) ? (given as UnknownPerson[]) : []
}

/** An import's own page: what it did, where that is, and the way back. */
export function ResultScreen({ past }: { past: PastImport }) {
  const { kind, counts, file_name, created_at, created_by_name, undone_at } = past
  const when = useDateFormats()
  const unknown = useUnknown()
  const seen = SEEN[kind]
  const numbers = [
    ['Created', counts.create],
    ['Updated', counts.update],
    ['No change', counts.same],
    ['Skipped', counts.error],
    ['With a warning', counts.warning],
  ] as const
  return (
    <>
      <PageHead
        title={done(kind, counts)}
        meta={[file_name, when.dateTime(created_at), created_by_name].filter(Boolean).join(' · ')}
      >
        <Button component={Link} to={`${paths.imports}?kind=${kind}`} variant="default">
          Import another file
        </Button>
        {!undone_at && (
          <Button component={Link} to={seen.to}>
            {seen.label}
          </Button>
        )}
      </PageHead>
      <div className={classes.stack}>
        <SectionCard
          title="Rows of the file"
          icon={IconCheck}
          accent={undone_at ? 'slate' : 'green'}
          action={undone_at && <Tag tone="slate">Undone</Tag>}
        >
          <dl className={classes.counts}>
            {numbers.map(([word, n]) => (
              <div key={word} data-none={n === 0 || undefined}>
                <dt>{word}</dt>
                <dd className="num">{number(n)}</dd>
              </div>
            ))}
          </dl>
        </SectionCard>
        {!undone_at && <UnknownPeople people={unknown} />}
        <Undo past={past} />
      </div>
    </>
  )
}

/** The way back for 24 hours; when people worked with what was imported, the answer says why there is none. */
function Undo({ past: { undone_at, undo_until } }: { past: PastImport }) {
  const when = useDateFormats()
  const now = useRoot()?.now ?? undo_until
  const undoing = useFetcher()
  const late = Date.parse(now) > Date.parse(undo_until)
  const text = undone_at
    ? `This import was undone on ${when.dateTime(undone_at)}.`
    : late
      ? `Imports can be undone for ${UNDO_HOURS} hours. The limit for this one was ${when.dateTime(undo_until)}.`
      : `You can undo this import until ${when.dateTime(undo_until)}. Everything it created is removed, and everything it changed is restored.`
  return (
    <SectionCard title="Undo" icon={IconHistory}>
      <div className={classes.undo}>
        <p>{text}</p>
        <FormError message={undoing.state === 'idle' ? formError(undoing.data) : undefined} />
        {!undone_at && !late && (
          <undoing.Form method="post">
            <Button
              type="submit"
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              loading={undoing.state !== 'idle'}
            >
              Undo this import
            </Button>
          </undoing.Form>
        )}
      </div>
    </SectionCard>
  )
}
