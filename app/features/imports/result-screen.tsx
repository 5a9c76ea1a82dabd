import { Button } from '@mantine/core'
import { Link, useFetcher, useLocation } from '@remix-run/react'
import { IconArrowBackUp, IconCheck, IconHistory } from '@tabler/icons-react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { formatNumber } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { type PastImport, UNDO_HOURS, type UnknownPerson, type UnpublishedOfImport } from '#server/imports/contract.ts'
import { resultText } from './import-text.ts'
import { type Invitable, InvitePeople } from './invite-people.tsx'
import { UnknownPeople } from './preview-notes.tsx'
import classes from './result.module.css'
import { ReviewAndPublish } from './review-and-publish.tsx'

const NEXT_LINKS = {
  people: { to: paths.people, label: 'See people' },
  season: { to: paths.events, label: 'See events' },
} as const

/** Volunteers who were not found come from the navigation state; they are not stored. */
function useUnknownPeople(): readonly UnknownPerson[] {
  const state: unknown = useLocation().state
  const value = typeof state === 'object' && state !== null && 'unknown' in state ? state.unknown : []
  return Array.isArray(value) ? (value as UnknownPerson[]) : []
}

type Props = { past: PastImport; unpublished: readonly UnpublishedOfImport[]; invitable: Invitable }

export function ResultScreen({ past, unpublished, invitable }: Props) {
  const { kind, counts, file_name, created_at, created_by_name, undone_at } = past
  const when = useDateFormats()
  const unknownPeople = useUnknownPeople()
  const nextLink = NEXT_LINKS[kind]
  const rowCounts = [
    ['Created', counts.create],
    ['Updated', counts.update],
    ['No change', counts.same],
    ['Skipped', counts.error],
    ['With a warning', counts.warning],
  ] as const
  return (
    <>
      <PageHead
        title={resultText(kind, counts)}
        meta={[file_name, when.dateTime(created_at), created_by_name].filter(Boolean).join(' · ')}
      >
        <Button component={Link} to={`${paths.imports}?kind=${kind}`} variant="default">
          Import another file
        </Button>
        {!undone_at && (
          <Button component={Link} to={nextLink.to} variant="default">
            {nextLink.label}
          </Button>
        )}
      </PageHead>
      <div className={classes.stack}>
        <SectionCard title="Rows of the file" icon={IconCheck} action={undone_at && <Tag tone="slate">Undone</Tag>}>
          <dl className={classes.counts}>
            {rowCounts.map(([word, n]) => (
              <div key={word} data-none={n === 0 || undefined}>
                <dt>{word}</dt>
                <dd className="num">{formatNumber(n)}</dd>
              </div>
            ))}
          </dl>
        </SectionCard>
        {unpublished.length > 0 && <ReviewAndPublish unpublished={unpublished} />}
        <InvitePeople {...invitable} />
        {!undone_at && <UnknownPeople people={unknownPeople} />}
        <Undo past={past} />
      </div>
    </>
  )
}

function Undo({ past: { undone_at, undo_until } }: { past: PastImport }) {
  const when = useDateFormats()
  const now = useRoot()?.now ?? undo_until
  const fetcher = useFetcher()
  const isTooLate = Date.parse(now) > Date.parse(undo_until)
  const text = undone_at
    ? `This import was undone on ${when.dateTime(undone_at)}.`
    : isTooLate
      ? `Imports can be undone for ${UNDO_HOURS} hours. The limit for this one was ${when.dateTime(undo_until)}.`
      : `You can undo this import until ${when.dateTime(undo_until)}. Everything it created is removed, and everything it changed is restored.`
  return (
    <SectionCard title="Undo" icon={IconHistory}>
      <div className={classes.undo}>
        <p>{text}</p>
        <FormError message={fetcher.state === 'idle' ? formError(fetcher.data) : undefined} />
        {!undone_at && !isTooLate && (
          <fetcher.Form method="post">
            <Button
              type="submit"
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              loading={fetcher.state !== 'idle'}
            >
              Undo this import
            </Button>
          </fetcher.Form>
        )}
      </div>
    </SectionCard>
  )
}
