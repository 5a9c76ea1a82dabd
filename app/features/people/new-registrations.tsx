import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { Email } from '#app/ui/email.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Registrations } from '#server/people/cards.ts'
import type { Registration } from '#server/people/registrations.ts'
import classes from './new-registrations.module.css'

const ActivateDialog = lazyPart(() =>
  import('./person/activate-dialog.tsx').then((module) => ({ default: module.ActivateDialog })),
)

const FADE_FROM = 6

type Props = { registrations: SerializeFrom<Registrations> }

export function NewRegistrations({ registrations: { count, people } }: Props) {
  const [activating, setActivating] = useState<SerializeFrom<Registration> | null>(null)
  return (
    <SectionCard
      title="New Registrations"
      icon={IconUserPlus}
      count={count || undefined}
      {...(!count && { hint: 'No new registrations.' })}
      folds
    >
      <div className={classes.scroll}>
        <ul className={`list ${classes.waiting}`}>
          {people.map((person) => (
            <RegistrationRow key={person.id} person={person} onActivate={() => setActivating(person)} />
          ))}
        </ul>
        {people.length >= FADE_FROM && <div className={classes.fade} aria-hidden />}
      </div>
      {activating && (
        <Suspense>
          <ActivateDialog person={activating} onClose={() => setActivating(null)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

type RowProps = { person: SerializeFrom<Registration>; onActivate: () => void }

function RegistrationRow({ person, onActivate }: RowProps) {
  const name = person.name || person.email
  return (
    <li>
      <Avatar name={name} src={null} size={32} />
      <Link to={paths.person(person.id)} className={`wrap ${classes.newcomer}`}>
        <span>{name}</span>
        <small>
          <Email address={person.email} />
          {!person.confirmed && ' · not confirmed yet'}
        </small>
      </Link>
      <Button variant="light" h={44} aria-label={`Activate ${name}`} onClick={onActivate}>
        Activate
      </Button>
    </li>
  )
}
