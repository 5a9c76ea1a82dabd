import { Button, Group, Modal, ScrollArea, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link, useFetcher } from '@remix-run/react'
import { IconUserPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Registration, Registrations } from '#server/people/registrations.ts'
import { formError } from '../../http/answer.ts'
import { paths } from '../../paths.ts'
import { FormError } from '../../ui/form-error.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './dashboard.module.css'

type Props = { registrations: SerializeFrom<Registrations> }

/** People who wait for approval; admins only (specification §2.5). */
export function NewRegistrations({ registrations: { count, people } }: Props) {
  const [asked, setAsked] = useState<SerializeFrom<Registration> | null>(null)
  return (
    <SectionCard title="New Registrations" icon={IconUserPlus} accent="brand" count={count}>
      <ScrollArea.Autosize mah={500} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'New registrations' }}>
        <ul className={classes.waiting}>
          {people.map((person) => (
            <li key={person.id}>
              <Link to={paths.person(person.id)} className={classes.newcomer}>
                <span>{person.name || person.email}</span>
                <small>{person.email}</small>
              </Link>
              <Button
                variant="light"
                h={40}
                aria-label={`Activate ${person.name || person.email}`}
                onClick={() => setAsked(person)}
              >
                Activate
              </Button>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {asked && <ActivateDialog person={asked} onClose={() => setAsked(null)} />}
    </SectionCard>
  )
}

type DialogProps = { person: SerializeFrom<Registration>; onClose: () => void }

function ActivateDialog({ person, onClose }: DialogProps) {
  const fetcher = useFetcher<unknown>()
  const done = fetcher.state === 'idle' && fetcher.data !== undefined && !formError(fetcher.data)
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Activate ${person.name || person.email}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <FormError message={formError(fetcher.data)} />
      <Text size="sm">{person.email} can log in from now on, and is told so by email.</Text>
      <fetcher.Form method="post" action={`/people/${person.id}/activate`}>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" h={44} loading={fetcher.state !== 'idle'} data-autofocus>
            Activate
          </Button>
        </Group>
      </fetcher.Form>
    </Modal>
  )
}
