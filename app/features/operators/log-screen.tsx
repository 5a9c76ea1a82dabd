import { IconHistory } from '@tabler/icons-react'
import { formatInstant } from '#app/ui/date-format.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { ACTS, type ActLine, refusalText } from '#server/operators/contract.ts'
import classes from './console.module.css'

/** In UTC, because operators share no club's time zone. */
export const LogScreen = ({ acts: entries }: { acts: readonly ActLine[] }) => (
  <>
    <PageHead
      title="Log"
      meta="The latest 100 operator actions and 100 refused sign-ins. They cannot be changed. Times are in UTC."
    />
    <SectionCard title="Latest actions" icon={IconHistory}>
      {entries.length ? (
        <ul className={`list ${classes.list} ${classes.acts}`}>
          {entries.map(({ id, at, operator, action, site, ip, refusal, note }) => (
            <li key={id}>
              <time dateTime={at} className="num">
                {formatInstant(at, 'UTC', 'D MMM YYYY HH:mm:ss')}
              </time>
              <span>
                {ACTS[action]}
                {site && ` ${site}`}
                {refusal && `: ${refusalText(refusal)}`}
                {note && `: ${note}`}
              </span>
              <small>
                {operator ?? (refusal ? 'Unknown' : 'A former operator')}
                {ip && ` · ${ip}`}
              </small>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={IconHistory} title="Nothing yet" />
      )}
    </SectionCard>
  </>
)
