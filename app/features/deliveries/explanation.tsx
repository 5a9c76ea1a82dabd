import { Link } from '@remix-run/react'
import { IconMail, IconMessage } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { Candidate } from '#server/deliveries/explain/contract.ts'
import classes from './deliveries.module.css'
import { DeliveryTag } from './delivery-tag.tsx'
import { ResendButton } from './resend-button.tsx'
import { sharedReason, shownCandidates, withTextsTogether } from './shown-candidates.ts'
import { useExplanation } from './use-explanation.ts'

type Props = {
  /** Query of `deliveries/explain`; null asks nothing yet. */
  query: string | null
  shiftName?: (shift: number) => string
}

export function Explanation({ query, shiftName }: Props) {
  const { candidates, failed, reload } = useExplanation(query)
  if (query === null) return null
  if (failed) return <p role="alert">This could not be loaded.</p>
  if (!candidates) return <p>Looking…</p>
  const { candidates: shown, texts } = withTextsTogether(shownCandidates(candidates))
  const hasSeveral = new Set(shown.flatMap(({ shift }) => shift ?? [])).size > 1
  const shared = sharedReason(candidates)
  if (shared) return <p>{shared}</p>
  if (!shown.length && !texts) return <p>There is nothing to send yet.</p>
  return (
    <ul className={`stack list ${classes.candidates}`}>
      {shown.map((one) => (
        <CandidateRow
          key={`${one.shift} ${one.kind} ${one.channel}`}
          candidate={one}
          shiftName={hasSeveral ? shiftName : undefined}
          onSent={reload}
        />
      ))}
      {texts && <CandidateRow candidate={texts} title="All texts" onSent={reload} />}
    </ul>
  )
}

type RowProps = { candidate: Candidate; title?: string; shiftName?: Props['shiftName'] | undefined; onSent: () => void }

function CandidateRow({ candidate, title = candidate.title, shiftName, onSent }: RowProps) {
  const when = useDateFormats()
  const { channel, state, shift, message, sent_at, due_at, words, delivery, can_resend } = candidate
  const Channel = channel === 'sms' ? IconMessage : IconMail
  const isWaiting = state === 'planned' || state === 'queued'
  const at = sent_at ?? (isWaiting ? due_at : null)
  const about = shift === null ? '' : shiftName?.(shift)
  return (
    <li>
      <div className={`wrap ${classes.what}`}>
        <h3>
          <Channel size={17} role="img" aria-label={channel === 'sms' ? 'SMS' : 'Email'} />
          {message === null ? <span>{title}</span> : <Link to={paths.sentMessage(message)}>{title}</Link>}
        </h3>
        {about && <p className="num">{about}</p>}
        <p>{words}</p>
        {at && <p className="num">{when.dateTime(at)}</p>}
      </div>
      <DeliveryTag state={state} />
      {can_resend && delivery !== null && (
        <div>
          <ResendButton delivery={delivery} what={title} onSent={onSent} />
        </div>
      )}
    </li>
  )
}
