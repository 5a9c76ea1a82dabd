import type { SerializeFrom } from '@remix-run/node'
import { NewRegistrations } from '#app/features/people/new-registrations.tsx'
import { Unpublished } from '#app/features/publishing/unpublished.tsx'
import { ToDoCard } from '#app/features/todo/to-do-card.tsx'
import type { Registrations } from '#server/people/cards.ts'
import type { UnpublishedEvents } from '#server/publishing/faulty-events.ts'
import type { ToDoList } from '#server/todo/contract.ts'

type Props = {
  toDo: ToDoList
  registrations: SerializeFrom<Registrations>
  unpublished: SerializeFrom<UnpublishedEvents>
  now: string
}

/** What only coordinators see, loaded as one part. */
export const CoordinatorCards = ({ toDo, registrations, unpublished, now }: Props) => (
  <>
    {toDo.count > 0 && <ToDoCard list={toDo} now={now} />}
    <NewRegistrations registrations={registrations} />
    {unpublished.count + unpublished.past > 0 && <Unpublished {...unpublished} />}
  </>
)
