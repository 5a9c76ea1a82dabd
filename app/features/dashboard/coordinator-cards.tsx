import type { SerializeFrom } from '@remix-run/node'
import { ToDoCard } from '#app/features/todo/to-do-card.tsx'
import type { UnpublishedEvents } from '#server/dashboard/queries.ts'
import type { Registrations } from '#server/people/cards.ts'
import type { ToDoList } from '#server/todo/contract.ts'
import { NewRegistrations } from './new-registrations.tsx'
import { Unpublished } from './unpublished.tsx'

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
    {registrations.count > 0 && <NewRegistrations registrations={registrations} />}
    {unpublished.count + unpublished.past > 0 && <Unpublished {...unpublished} />}
  </>
)
