import { Menu } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { memo, useState } from 'react'
import { formError } from '#app/http/answer.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OpenedMenu } from '#app/ui/opened-menu.tsx'
import { AVAILABILITY_LABELS, type AvailabilityValue, type Mark } from '#server/availability/days/contract.ts'
import { MARKS } from './chip-button.tsx'
import classes from './grid.module.css'
import { MarkItems } from './mark-items.tsx'
import { useRostered } from './use-rostered.tsx'

type Props = {
  person: number
  name: string
  day: string
  stored: Mark
  /** Whether the person has a published shift on that day. */
  onShift: boolean
  position: string
  /** Whether the Tab key stops here; true for one cell of the grid. */
  tabStop: boolean
}

export const MarkCell = memo(function MarkCell({ person, name, day, stored, onShift, position, tabStop }: Props) {
  const fetcher = useFetcher<unknown>({ key: `mark-${person}-${day}` })
  const submitted = fetcher.formData?.get('available')
  const value: Mark =
    submitted === undefined || submitted === null
      ? stored
      : submitted === 'unset'
        ? null
        : (Number(submitted) as AvailabilityValue)
  const problem = fetcher.state === 'idle' ? formError(fetcher.data) : undefined
  const mark = MARKS.find((choice) => choice.value === value)
  const { shortDay } = useDateFormats()
  const valueText = mark ? AVAILABILITY_LABELS[mark.value] : 'not set'
  const label = `${name}, ${dayjs(`${day}T12:00`).format('dddd D MMMM')}: ${valueText}${onShift ? ', on shift' : ''}. Change`
  /** Mounts the menu on the first press, since a page has hundreds of days. */
  const [hasMenu, setHasMenu] = useState(false)
  const { press, dialog } = useRostered(fetcher, name)
  const choose = (next: Mark) => {
    press()
    fetcher.submit(
      { person: String(person), date: day, available: next === null ? 'unset' : String(next) },
      { method: 'post' },
    )
  }
  const button = (
    <button
      type="button"
      className={classes.mark}
      data-at={position}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setHasMenu(true)}
    >
      {mark && <mark.icon size={17} stroke={2.4} aria-hidden />}
      {onShift && <IconCircleCheckFilled size={15} className={classes.on} aria-hidden />}
    </button>
  )
  return (
    <td data-tone={mark?.tone}>
      {hasMenu ? (
        <OpenedMenu button={button} floatingStrategy="fixed" width={210}>
          <Menu.Label>
            {name}, {shortDay(day)}
          </Menu.Label>
          <MarkItems mark={value} onChoose={choose} />
        </OpenedMenu>
      ) : (
        button
      )}
      {dialog}
      {problem && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </td>
  )
})
