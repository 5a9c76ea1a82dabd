import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import type { PersonFacts } from '#server/people/page/contract.ts'
import { CompetencyTags } from './competency-tags.tsx'
import classes from './person.module.css'

export function PersonSummary({ facts }: { facts: PersonFacts | undefined }) {
  const { date } = useDateFormats()
  if (!facts) return null
  return (
    <section className={`stack ${classes.summary}`} aria-label="Summary">
      <dl>
        <div>
          <dt>Hours (12 months)</dt>
          <dd className="num">{hoursText(facts.hours)}</dd>
        </div>
        <div>
          <dt>Last shift</dt>
          <dd className="num">{facts.last_shift ? date(facts.last_shift) : 'Never'}</dd>
        </div>
        <div>
          <dt>Next shift</dt>
          <dd className="num">{facts.next_shift ? date(facts.next_shift) : 'None'}</dd>
        </div>
      </dl>
      {facts.held.length > 0 && <CompetencyTags held={facts.held} />}
    </section>
  )
}
