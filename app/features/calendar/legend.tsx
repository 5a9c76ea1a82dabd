import {
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconHourglass,
  IconStack2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Mark } from '#server/availability/days/contract.ts'
import classes from './calendar.module.css'
import type { Item } from './items.ts'

type Shown = { items: readonly Item[]; marks: Record<string, Mark>; days: readonly string[] }

const key = (name: string, sign: ReactNode) => (
  <span className={classes.key} data-key={name}>
    {sign}
  </span>
)

// An entry has one glyph: the first of these.
const isRequested = ({ mine, requested }: Item) => !mine && requested
const isOther = (item: Item) => !item.mine && !item.requested
const isBar = (item: Item) => isOther(item) && item.kind !== 'external' && (item.bar === true || item.first < item.last)

const some =
  (is: (item: Item) => boolean) =>
  ({ items }: Shown) =>
    items.some((item) => !item.called_off && is(item))

const marked =
  (value: Mark) =>
  ({ marks, days }: Shown) =>
    days.some((day) => (marks[day] ?? null) === value)

const LINES: readonly { word: string; sign: ReactNode; is: (shown: Shown) => boolean; filled?: true }[] = [
  {
    word: 'Your shift',
    sign: key('mine', <IconCircleCheckFilled size={13} aria-hidden />),
    is: some(({ mine, own }) => mine && (!own || own.answer === 'confirmed')),
  },
  { word: 'Requested', sign: key('req', <IconHourglass size={13} aria-hidden />), is: some(isRequested) },
  { word: 'Several days', sign: key('bar', <IconStack2 size={13} aria-hidden />), is: some(isBar) },
  {
    word: 'Another club’s event',
    sign: <IconArrowUpRight size={15} aria-hidden />,
    is: some(({ kind }) => kind === 'external'),
  },
  { word: 'Available', sign: <IconCheck size={15} stroke={2.4} aria-hidden />, is: marked(1) },
  { word: 'Only if required', sign: <IconCircleHalf2 size={15} aria-hidden />, is: marked(2) },
  { word: 'Unavailable', sign: <IconBan size={15} aria-hidden />, is: marked(0) },
  { word: 'Availability not set', sign: <IconCircleDashed size={15} aria-hidden />, is: marked(null) },
  {
    word: 'All shifts filled',
    sign: <IconCheck size={15} stroke={2.6} aria-hidden />,
    is: some(({ empty, shifts }) => empty === 0 && shifts !== 0),
    filled: true,
  },
]

/** Explains the signs that the month shows. @param days all of its days. */
export function Legend(shown: Shown) {
  const lines = LINES.filter(({ is }) => is(shown))
  if (!lines.length) return null
  return (
    <div className={classes.legend} role="note" aria-label="Legend">
      {lines.map(({ word, sign, filled }) => (
        <span key={word} data-key={filled && 'filled'}>
          {sign}
          {word}
        </span>
      ))}
    </div>
  )
}
