import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowBackUp, IconUserSearch, IconUserShare } from '@tabler/icons-react'
import { roleText } from '#app/features/answers/answer-words.ts'
import { type OwnAnswer, stands } from '#app/features/answers/given-answers.ts'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import type { Shown } from '#app/features/answers/shown-shift.ts'
import { useAnswers } from '#app/features/answers/use-answers.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PlainButton, PlainButtonLink } from '#app/ui/plain/plain-button.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { OwnSearch } from '#server/cover/own.ts'
import classes from '../answers/asked/asked.module.css'
import { askedText } from './asked-text.ts'
import { nextText } from './next-text.ts'

type Search = SerializeFrom<OwnSearch>
type Answered = { id: number; search: Search } & Shown

export function OwnSearches({ searches }: { searches: readonly Search[] }) {
  const { answers, answer, seekCover } = useAnswers<Answered>()
  const shown = [...answers.values()].filter(stands).map(({ shift }) => shift.search)
  const rows = [...new Map([...shown, ...searches].map((search) => [search.shift, search])).values()]
  return (
    <SectionCard title="You’re looking for cover" icon={IconUserSearch} count={searches.length || undefined}>
      <ul className="list">
        {rows.map((search) => {
          const shift = { id: search.shift, search, start: search.start, end: search.end }
          return (
            <li key={search.shift} className={classes.row}>
              <SearchRow
                search={search}
                given={answers.get(shift.id)}
                onFindCover={() => seekCover(shift, 'seeking_cover')}
                onComeAfterAll={() => answer([shift], 'confirmed', 'seeking_cover')}
              />
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}

type RowProps = {
  search: Search
  given: OwnAnswer<Answered> | undefined
  onFindCover: () => void
  onComeAfterAll: () => void
}

function SearchRow({ search, given, onFindCover, onComeAfterAll }: RowProps) {
  const when = useDateFormats()
  const day = when.short(search.start)
  const name = `${roleText(search) || search.event_name}, ${day}`
  if (stands(given) && given.given === 'confirmed')
    return (
      <div className={`row cluster between ${classes.answered}`} role="status">
        <span>
          <OwnMark answer="confirmed" />{' '}
          <span className="num">
            {day}, {when.time(search.start)}
          </span>
        </span>
      </div>
    )
  const next = search.next_rung_at && when.short(search.next_rung_at)
  return (
    <>
      <DateTile parts={when.parts(search.start)} />
      <div className={classes.what}>
        <p className={`num ${classes.time}`}>{when.range(search.start, search.end)}</p>
        <p>
          <Link to={paths.event(search.event)} className={classes.other}>
            {search.event_name}
          </Link>
        </p>
        <p className={classes.facts}>{[roleText(search), search.location].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.standing}>
        <OwnMark answer="seeking_cover" />
        {search.state && <p className={classes.time}>{askedText(search)}</p>}
        <p>
          {nextText(search.state, next && search.next_rung_at ? `${next}, ${when.time(search.next_rung_at)}` : null)}
        </p>
        <p>It stays yours until someone takes it.</p>
      </div>
      {given?.state === 'refused' && (
        <p role="alert" className={classes.refused}>
          {given.message}
        </p>
      )}
      <div className={classes.pair}>
        {search.state === null && (
          <PlainButton
            variant="light"
            h={44}
            loading={stands(given) && given.sought === true}
            leftSection={<IconUserSearch size={18} aria-hidden />}
            onClick={onFindCover}
            aria-label={`Find cover: ${name}`}
          >
            Find cover
          </PlainButton>
        )}
        <PlainButtonLink
          to={paths.newSwap(search.shift)}
          variant="default"
          h={44}
          leftSection={<IconUserShare size={18} aria-hidden />}
          aria-label={`Hand it over: ${name}`}
        >
          Hand it over
        </PlainButtonLink>
        <PlainButton
          variant="default"
          h={44}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={onComeAfterAll}
          aria-label={`I can come: ${name}`}
        >
          I can come
        </PlainButton>
      </div>
    </>
  )
}
