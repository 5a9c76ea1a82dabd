import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  id,
  instant,
  integer,
  orNull,
  readOnly,
  relation,
  text,
  textLine,
} from '#server/engine/collections/field-contract.ts'
import { MESSAGE_STATES } from './contract.ts'

/** Every message to a person and its outcome; written by the product only. */
export const deliveries = defineContract({
  name: 'deliveries',
  singular: 'delivery',
  title: 'Deliveries',
  label: null,
  fields: {
    id: id(),
    person: readOnly(relation('people')),
    kind: readOnly(textLine(60)),
    channel: readOnly(choice(['email', 'sms'], 'email')),
    state: readOnly(choice(MESSAGE_STATES, 'queued')),
    reason: readOnly(orNull(textLine(60))),
    event: readOnly(orNull(relation('events'))),
    shift: readOnly(orNull(relation('shifts'))),
    due_at: readOnly(instant()),
    sent_at: readOnly(orNull(instant())),
    event_at: readOnly(orNull(instant())),
    attempts: readOnly(integer()),
    provider_id: readOnly(orNull(textLine(200))),
    error: readOnly(orNull(text(2000))),
    created: readOnly(instant()),
  },
  search: ['person/name', 'kind', 'provider_id'],
  sort: ['-created'],
})
