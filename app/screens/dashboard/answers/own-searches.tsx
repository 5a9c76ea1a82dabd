import type { SerializeFrom } from '@remix-run/node'
import { useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconUserSearch, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnSearch } from '#server/cover/own.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import { callApi } from '../../../collections/call-api.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { PlainButton, PlainButtonLink } from '../../../ui/plain/plain-button.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { OwnMark } from '../../answers/own-mark.tsx'
import { askedText } from '../../cover/asked-text.ts'
import classes from './answers.module.css'
import { CoverShiftFacts, coverShiftName } from './cover-shift-facts.tsx'
import { nextText } from './cover-words.ts'

type Search = SerializeFrom<OwnSearch>

/** One's own shifts that seek cover: how many were asked, what comes next, and two ways out. */
export function OwnSearches({ searches }: { searches: readonly Search[] }) {
  return (
    <SectionCard title="You seek cover" icon={IconUserSearch} count={searches.length}>
      <ul className={classes.rows}>
        {searches.map((search) => (
          <li key={search.shift} className={classes.row}>
            <SearchRow search={search} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function SearchRow({ search }: { search: Search }) {
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const day = when.format(search.start, 'ddd D MMM')
  const name = `${coverShiftName(search)}, ${day}`
  const comeAfterAll = async () => {
    setIsSending(true)
    const path = `/api/shifts/${search.shift}/answer`
    const { ok, body } = await callApi('PUT', path, { answer: 'confirmed' }, [400, 403, 404, 409])
    setProblem(ok ? null : (firstMessage(body, []) ?? 'This did not work.'))
    setIsSending(false)
    revalidate()
  }
  const next = search.next_rung_at && when.format(search.next_rung_at, 'ddd D MMM')
  return (
    <>
      <CoverShiftFacts shift={search} />
      <div className={classes.standing}>
        <OwnMark answer="seeking_cover" />
        {search.state && <p className={classes.time}>{askedText(search)}</p>}
        <p>
          {nextText(search.state, next && search.next_rung_at ? `${next}, ${when.time(search.next_rung_at)}` : null)}
        </p>
        <p>It stays yours until somebody takes it.</p>
      </div>
      {problem && (
        <p role="alert" className={classes.refused}>
          {problem}
        </p>
      )}
      <div className={classes.pair}>
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
          loading={isSending}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={comeAfterAll}
          aria-label={`I can come: ${name}`}
        >
          I can come
        </PlainButton>
      </div>
    </>
  )
}
