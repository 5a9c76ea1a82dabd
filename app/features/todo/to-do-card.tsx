import { IconChecklist } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardAction } from '#app/ui/card-link.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { ToDoItem, ToDoList } from '#server/todo/contract.ts'
import { detailText, dueText, factsOf, subjectIconOf, titleOf, type When } from './item-words.ts'
import { KindWord } from './kind-word.tsx'

/** In short, since the item says the rest: "Request · Junior squad". */
const inShort = (item: ToDoItem, when: When) =>
  item.kind === 'registration' && !factsOf(item).confirmed
    ? 'email not confirmed yet'
    : (item.who && item.what) || detailText(item, when)

/** The first things to do; the whole list is one step away. */
export function ToDoCard({ list: { kinds, count, items }, now }: { list: ToDoList; now: string }) {
  const when = useDateFormats()
  const words = Object.fromEntries(kinds.map(({ kind, word }) => [kind, word]))
  return (
    <SectionCard
      title="To do"
      icon={IconChecklist}
      action={<CardAction to={paths.toDoList}>See all {count}</CardAction>}
    >
      <Rows dense>
        {items.map((item) => {
          const Glyph = subjectIconOf(item)
          return (
            <Row
              key={`${item.kind} ${item.id}`}
              to={`${paths.toDo}?item=${item.kind}-${item.id}`}
              lead={
                item.person ? (
                  <Avatar name={item.who} src={item.avatar} size={32} />
                ) : (
                  <Glyph size={24} width={32} aria-hidden />
                )
              }
              title={titleOf(item)}
              meta={
                <>
                  <KindWord kind={item.kind} word={words[item.kind]} /> · {inShort(item, when)}
                </>
              }
              end={item.at && <span className="num muted">{dueText(item, now, when)}</span>}
            />
          )
        })}
      </Rows>
    </SectionCard>
  )
}
