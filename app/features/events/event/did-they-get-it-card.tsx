import { IconMailQuestion } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ExplainedShift } from '#app/features/deliveries/person-explanation.tsx'
import { openReceipt } from '#app/features/publishing/sheet-store.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import classes from './event.module.css'

const PersonExplanation = lazyPart(() =>
  import('#app/features/deliveries/person-explanation.tsx').then((module) => ({ default: module.PersonExplanation })),
)

/** `about`: the event's name and day. */
type Props = { event: number; about: string; shifts: readonly ExplainedShift[] }

/**
 * For admins: whether someone got the messages about this event. Loaded on request, since members have this page too.
 */
export function DidTheyGetItCard({ event, about, shifts }: Props) {
  const [isAsked, setAsked] = useState(false)
  return (
    <SectionCard
      title="Did they get it?"
      icon={IconMailQuestion}
      hint="Reminders, notices and messages about this event."
    >
      {isAsked ? (
        <Suspense fallback={<p className={classes.loading}>Looking…</p>}>
          <PersonExplanation event={event} shifts={shifts} />
        </Suspense>
      ) : (
        <div className={classes.loading}>
          <PlainButton variant="default" h={44} onClick={() => openReceipt(event, about)}>
            Who got it, who answered
          </PlainButton>{' '}
          <PlainButton variant="subtle" h={44} onClick={() => setAsked(true)}>
            Choose a person
          </PlainButton>
        </div>
      )}
    </SectionCard>
  )
}
