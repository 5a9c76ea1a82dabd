import type { SerializeFrom } from '@remix-run/node'
import { NewRegistrations } from '#app/features/people/new-registrations.tsx'
import { Unpublished } from '#app/features/publishing/unpublished.tsx'
import { ToDoCard } from '#app/features/todo/to-do-card.tsx'
import type { Registrations } from '#server/people/cards.ts'
import type { UnpublishedEvents } from '#server/publishing/faulty-events.ts'
import type { ToDoList } from '#server/todo/contract.ts'
import { Card } from './card.tsx'

type Props = {
  toDo: ToDoList
  registrations: SerializeFrom<Registrations>
  unpublished: SerializeFrom<UnpublishedEvents>
  now: string
}

/** What only coordinators see, loaded as one part. On phones Pending Shift Requests follow New Registrations. */
export const CoordinatorCards = ({ toDo, registrations, unpublished, now }: Props) => (
  <>
    <Card at={2}>
      {toDo.count > 0 && <ToDoCard list={toDo} now={now} />}
      <NewRegistrations registrations={registrations} />
    </Card>
    {unpublished.count + unpublished.past > 0 && (
      <Card at={3}>
        <Unpublished {...unpublished} />
      </Card>
    )}
  </>
)
