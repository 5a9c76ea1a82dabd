import { Button, Text, Title } from '@mantine/core'
import { Email } from '#app/ui/email.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import type { MergeMatch } from '#server/people/merge/contract.ts'
import type { Registration } from '#server/people/registrations.ts'
import classes from './person.module.css'
import { useMerge } from './use-merge.ts'

type OfferProps = {
  registration: Pick<Registration, 'id' | 'email'>
  onMerged: (person: number) => void
}

/**
 * Lists people with the name or phone of a registration, and merges it with one of them. Renders nothing without any.
 * An unconfirmed registration cannot be merged.
 */
export function MergeOffer({ registration, onMerged }: OfferProps) {
  const { matches, merging, problem, merge } = useMerge(registration.id)
  if (!matches?.people.length) return null
  return (
    <section className={`stack ${classes.offer}`} aria-labelledby="merge-title">
      <Title order={3} size="h5" id="merge-title">
        Already on the list?
      </Title>
      <ul className={`list ${classes.matches}`}>
        {matches.people.map((person) => (
          <li key={person.id}>
            <Avatar name={person.name || person.email} src={null} size={32} />
            <MatchFacts person={person} />
            {matches.confirmed && (
              <Button
                variant="light"
                h={44}
                loading={merging === person.id}
                disabled={merging !== null && merging !== person.id}
                aria-label={`Merge with ${person.name || person.email}`}
                onClick={async () => {
                  if (await merge(person)) onMerged(person.id)
                }}
              >
                Merge
              </Button>
            )}
          </li>
        ))}
      </ul>
      {matches.confirmed ? (
        <Text size="sm">
          Merging keeps the record on the list, with its email, shifts and access, and fills any gaps: phone, notes,
          tags and profile fields. The registration is removed. They sign in with the email on the list, and an active
          person is told there; {registration.email} gets no email. <strong>This cannot be undone.</strong>
        </Text>
      ) : (
        <Text size="sm">
          If it’s the same person, you can merge the registration with their record once its email is confirmed.
        </Text>
      )}
      <FormError message={problem} />
    </section>
  )
}

function MatchFacts({ person: { name, email, phone, is_active, same_name, same_phone } }: { person: MergeMatch }) {
  const same = same_name && same_phone ? 'Same name and phone' : same_name ? 'Same name' : 'Same phone'
  return (
    <span className={`fill ${classes.mergeOfferFacts}`}>
      <strong>{name || email}</strong>
      <small>
        <Email address={email} />
      </small>
      {phone && (
        <small>
          <PhoneText number={phone} />
        </small>
      )}
      <small>
        {same}
        {!is_active && ' · not active'}
      </small>
    </span>
  )
}
