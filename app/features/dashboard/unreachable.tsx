import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconMailOff } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { CardLink } from '#app/ui/card-link.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { BlockedPeople } from '#server/people/cards.ts'

export function Unreachable({ count, rows }: SerializeFrom<BlockedPeople>) {
  return (
    <SectionCard
      title="Cannot be reached"
      icon={IconMailOff}
      count={count}
      hint="Emails to them came back or were marked as spam, or they answered a text with STOP. They get no reminders that way."
    >
      {rows.map(({ id, name, email_blocked, sms_blocked }) => (
        <Row
          key={id}
          title={<Link to={paths.person(id)}>{name}</Link>}
          meta={[email_blocked, sms_blocked]
            .map((block) => block?.words)
            .filter(Boolean)
            .join(' ')}
        />
      ))}
      <CardLink to={paths.unreachable}>
        See the list <IconArrowRight size={16} aria-hidden />
      </CardLink>
    </SectionCard>
  )
}
