import { Link } from '@remix-run/react'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { AudienceCount } from '#server/messages/audience/answer-contract.ts'
import { fetchApi, HANDLED_STATUSES } from '../../../shell/fetch-api.ts'
import { paths } from '../../../shell/paths.ts'
import type { MessageKind } from '../draft-state.ts'
import { exclusionText } from './exclusion-text.ts'
import classes from './who.module.css'

type Excluded = AudienceCount['excluded'][number]

/** Everybody who matches and does not get it, by reason; each opens the names. */
export function Exclusions({ kind, count }: { kind: MessageKind; count: AudienceCount }) {
  const all = count.matching - count.receiving
  if (!all) return null
  return (
    <section aria-labelledby="not-getting">
      <h3 id="not-getting" className="num" tabIndex={-1}>
        {all.toLocaleString('en-GB')} will not get it
      </h3>
      <ul className={classes.reasons}>
        {count.excluded.map((excluded) => (
          <Reason key={excluded.reason} kind={kind} excluded={excluded} />
        ))}
      </ul>
    </section>
  )
}

function Reason({ kind, excluded }: { kind: MessageKind; excluded: Excluded }) {
  const [isOpen, setOpen] = useState(false)
  const { reason, count, people } = excluded
  return (
    <li>
      <div className={classes.reason}>
        <b className="num">{count.toLocaleString('en-GB')}</b>
        <span>{exclusionText(kind, reason, count)}</span>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
          <span className={classes.hidden}> who {exclusionText(kind, reason, 2)}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </div>
      {isOpen && <PeopleNames ids={people} count={count} />}
      {isOpen && reason === 'blocked' && (
        <Link className={classes.mend} to={paths.unreachable}>
          See why, and what to do
        </Link>
      )}
    </li>
  )
}

/** How many names are shown, as many as one call may ask for. */
const SHOWN = 100

function PeopleNames({ ids, count }: { ids: readonly number[]; count: number }) {
  const [names, setNames] = useState<readonly { id: number; name: string }[] | 'lost' | null>(null)
  const wanted = ids.slice(0, SHOWN).join(',')
  useEffect(() => {
    const controller = new AbortController()
    const query = `id=${wanted}&limit=${SHOWN}`
    fetchApi(`/api/people?${query}`, { signal: controller.signal }, HANDLED_STATUSES)
      .then(async (answer) => {
        const { order, results } = (await answer.json()) as {
          order: number[]
          results: { people: Record<string, { name: string; email: string }> }
        }
        setNames(
          order.map((id) => ({ id, name: results.people[id]?.name || results.people[id]?.email || `no. ${id}` })),
        )
      })
      .catch(() => {
        if (!controller.signal.aborted) setNames('lost')
      })
    return () => controller.abort()
  }, [wanted])
  if (names === 'lost') return <p className={classes.hint}>The names did not load. Please try again.</p>
  return (
    <ul className={classes.people} aria-busy={names === null}>
      {names?.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.person(id)}>{name}</Link>
        </li>
      ))}
      {names && count > names.length && <li>and {(count - names.length).toLocaleString('en-GB')} more</li>}
    </ul>
  )
}
