import { Button, ScrollArea } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { Registration, Registrations } from '#server/people/registrations.ts'
import { paths } from '../../shell/paths.ts'
import { Email } from '../../ui/email.tsx'
import { Avatar } from '../../ui/person-chip.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './dashboard.module.css'

const ActivateDialog = lazyPart(() =>
  import('./activate-dialog.tsx').then((module) => ({ default: module.ActivateDialog })),
)

type Props = { registrations: SerializeFrom<Registrations> }

/** Lists people who wait for approval; admins only. */
export function NewRegistrations({ registrations: { count, people } }: Props) {
  const [activating, setActivating] = useState<SerializeFrom<Registration> | null>(null)
  return (
    <SectionCard title="New Registrations" icon={IconUserPlus} accent="brand" count={count}>
      <ScrollArea.Autosize mah={500} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'New registrations' }}>
        <ul className={classes.waiting}>
          {people.map((person) => (
            <li key={person.id}>
              <Avatar name={person.name || person.email} src={null} size={32} />
              <Link to={paths.person(person.id)} className={classes.newcomer}>
                <span>{person.name || person.email}</span>
                <small>
                  <Email address={person.email} />
                  {!person.confirmed && ' · not confirmed yet'}
                </small>
              </Link>
              <Button
                variant="light"
                h={40}
                aria-label={`Activate ${person.name || person.email}`}
                onClick={() => setActivating(person)}
              >
                Activate
              </Button>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {activating && (
        <Suspense>
          <ActivateDialog person={activating} onClose={() => setActivating(null)} />
        </Suspense>
      )}
    </SectionCard>
  )
}
