import { Button } from '@mantine/core'
import { Link, useFetcher } from '@remix-run/react'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { formError } from '#app/http/answer.ts'
import { formatFullRange, formatInstant } from '#app/ui/date-format.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { NoticeRow } from '#server/operators/contract.ts'
import classes from './console.module.css'
import { consolePaths } from './console-paths.ts'

const at = (instant: string) => formatInstant(instant, 'UTC', 'D MMM YYYY HH:mm')
const times = ({ starts_at, ends_at }: NoticeRow) =>
  formatFullRange(starts_at, ends_at, 'UTC', { time: 'HH:mm', date: 'D MMM YYYY' })

const STATES = {
  shown: { tone: 'green', word: 'Shown now' },
  waits: { tone: 'amber', word: 'Not shown yet' },
  ended: { tone: 'slate', word: 'Ended' },
} as const

/** In UTC, because operators share no club's time zone; each club reads them in its own. */
export const NoticesScreen = ({ notices }: { notices: readonly NoticeRow[] }) => (
  <>
    <PageHead
      title="Notices to all clubs"
      meta="One line on every page of every active club. Each club reads the times in its own time zone; here they are in UTC. No email is sent."
    >
      <Button component={Link} to={consolePaths.notice('new')} h={44} leftSection={<IconPlus size={18} aria-hidden />}>
        New notice
      </Button>
    </PageHead>
    <SectionCard title="Latest notices" icon={IconSpeakerphone}>
      {notices.length ? (
        <ul className={`list ${classes.list} ${classes.notices}`}>
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={IconSpeakerphone}
          title="No notices"
          text="Write one when all clubs need to know something."
        />
      )}
    </SectionCard>
  </>
)

function NoticeItem({ notice }: { notice: NoticeRow }) {
  const { id, text, audience, starts_at, shown_from, ended_at, written_by, written_at, state } = notice
  const day = formatInstant(starts_at, 'UTC', 'D MMM YYYY')
  const range = times(notice)
  return (
    <li>
      <div className={classes.text}>
        <strong>{text}</strong>
        <span className="num">
          {range.startsWith(day) ? range : `${day}, ${range}`}
          {shown_from !== starts_at && `, shown from ${at(shown_from)}`}
          {ended_at && `, ended ${at(ended_at)}`}
        </span>
        <small>
          {audience === 'admins' ? 'To admins' : 'To everyone signed in'}. Written by{' '}
          {written_by ?? 'a former operator'} on {at(written_at)}.
        </small>
      </div>
      <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
      {state !== 'ended' && (
        <div className="row">
          <Button
            component={Link}
            to={consolePaths.notice(id)}
            variant="default"
            h={44}
            aria-label={`Change the notice “${text}”`}
          >
            Change
          </Button>
          <EndNotice id={id} text={text} />
        </div>
      )}
    </li>
  )
}

function EndNotice({ id, text }: { id: number; text: string }) {
  const fetcher = useFetcher<unknown>()
  return (
    <fetcher.Form method="post" action={consolePaths.noticeEnd(id)}>
      <FormError message={formError(fetcher.data)} />
      <Button
        type="submit"
        variant="default"
        h={44}
        loading={fetcher.state !== 'idle'}
        aria-label={`End the notice “${text}”`}
      >
        End
      </Button>
    </fetcher.Form>
  )
}
