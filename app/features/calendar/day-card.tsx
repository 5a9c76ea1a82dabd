import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowUpRight, IconClockHour4, IconFlag, IconMapPin } from '@tabler/icons-react'
import { OwnAnswer } from '#app/features/answers/own-answer.tsx'
import { useShownAnswers } from '#app/features/answers/use-shown-answers.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { wholeDays } from './agenda-time.ts'
import classes from './day.module.css'
import { ItemStates } from './item-states.tsx'
import type { Item } from './items.ts'

type Props = { item: Item; admin: boolean; onExternal: (item: Item) => void }

export function DayCard({ item, admin, onExternal }: Props) {
  const when = useDateFormats()
  const { answerOf, onShown } = useShownAnswers()
  const own = item.own && { ...item.own, answer: answerOf(item.own.id, item.own.answer) }
  return (
    <article
      className={classes.card}
      style={item.color && item.kind !== 'external' ? { ['--c' as string]: item.color } : undefined}
    >
      <div>
        <h2>{item.name}</h2>
        {item.series && (
          <Link className={classes.series} to={paths.seriesPage(item.series.id)}>
            {item.series.name}
          </Link>
        )}
        {item.kind === 'external' && <p className={classes.club}>{item.organisation}</p>}
      </div>
      <ul className={classes.facts}>
        <li className="num">
          <IconClockHour4 size={17} aria-hidden />
          {item.all_day ? wholeDays(item, when.day) : when.whole(item.start, item.end)}
        </li>
        {item.eventtype && (
          <li>
            <IconFlag size={17} aria-hidden />
            {item.eventtype}
          </li>
        )}
        {item.location && (
          <li>
            <IconMapPin size={17} aria-hidden />
            {item.location}
          </li>
        )}
      </ul>
      <div className={classes.states}>
        <ItemStates item={{ ...item, own }} />
      </div>
      {item.own?.may_answer && (
        <OwnAnswer
          shift={{ ...item.own, event_name: item.name }}
          stored={item.own}
          onShown={onShown}
          of={`${item.own.name || 'Shift'}, ${item.name}`}
        />
      )}
      {item.event === null ? (
        <Button
          variant="default"
          h={44}
          rightSection={<IconArrowUpRight size={17} aria-hidden />}
          onClick={() => onExternal(item)}
        >
          Show
        </Button>
      ) : (
        <Button
          component={Link}
          to={admin ? paths.eventEdit(item.event) : paths.event(item.event)}
          variant="light"
          h={44}
          aria-label={`${admin ? 'Edit event' : 'Go to event'}: ${item.name}`}
        >
          {admin ? 'Edit event' : 'Go to event'}
        </Button>
      )}
    </article>
  )
}
