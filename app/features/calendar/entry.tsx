import {
  IconArrowUpRight,
  IconCalendarExclamation,
  IconCalendarOff,
  IconCheck,
  IconCircleCheckFilled,
  IconHelpCircle,
  IconHourglass,
  IconStack2,
  IconUserSearch,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { openTone } from '#app/features/open-shifts/open-tone.ts'
import { useRoot } from '#app/shell/use-root.ts'
import { OUTSIDE } from '#app/ui/outside-mark.tsx'
import type { Item } from './items.ts'
import classes from './month.module.css'
import { EntryTarget } from './target.tsx'

type Props = {
  item: Item
  bar: boolean
  before: boolean
  after: boolean
  style: CSSProperties
  /** Formats an instant as a time on the site's wall clock. */
  time: (instant: string) => string
  onExternal: ((item: Item) => void) | undefined
}

const OWN_WORDS = { asked: ', no reply yet', confirmed: '', seeking_cover: ', looking for cover' } as const

const stateText = (item: Item) =>
  item.called_off
    ? ''
    : item.mine
      ? `Your shift${item.own ? OWN_WORDS[item.own.answer] : ''}: `
      : item.requested
        ? 'Requested: '
        : item.kind === 'external'
          ? `External, ${item.organisation}: `
          : ''

export function Entry({ item, bar, before: continuesBefore, after: continuesAfter, style, time, onExternal }: Props) {
  const now = useRoot()?.now ?? item.start
  const showsTime = item.kind !== 'series' && !continuesBefore
  const attributes = {
    className: classes.ev,
    style,
    title: item.name,
    'data-mine': (item.mine && !item.called_off) || undefined,
    'data-req': (!item.mine && item.requested && !item.called_off) || undefined,
    'data-off': item.called_off || undefined,
    'data-ext': item.kind === 'external' || undefined,
    'data-bar': bar || undefined,
    'data-from': continuesBefore || undefined,
    'data-to': continuesAfter || undefined,
  }
  const timeOf = <time dateTime={item.start}>{item.all_day ? 'all day' : time(item.start)}</time>
  const tick = !item.called_off && item.empty === 0 && (
    <IconCheck
      size={14}
      stroke={2.6}
      className={classes.tick}
      role="img"
      aria-label={item.shifts === 0 ? 'none open' : 'all filled'}
    />
  )
  const head = showsTime && !bar
  const body: ReactNode = (
    <>
      <Glyph item={item} bar={bar} />
      {head && (
        <span className={`row ${classes.when}`}>
          {timeOf} {tick}
        </span>
      )}
      <span className={classes.name} data-below={head || undefined}>
        {stateText(item) && <span className="unseen">{stateText(item)}</span>}
        {showsTime && !head && timeOf} {item.name}
      </span>
      {item.outside && (
        <IconCalendarExclamation size={14} className={classes.out} role="img" aria-label={`Your shift: ${OUTSIDE}`} />
      )}
      {item.called_off && <span className={classes.off}>Called off</span>}
      {!item.called_off && item.shifts === 0 && <span className={classes.none}>No shifts yet</span>}
      {!head && tick}
      {!item.called_off && item.empty !== null && item.empty > 0 && (
        <span className={classes.un} data-tone={openTone(item, now)}>
          {item.empty} open
        </span>
      )}
    </>
  )
  return (
    <EntryTarget item={item} onExternal={onExternal} {...attributes}>
      {body}
    </EntryTarget>
  )
}

function Glyph({ item, bar }: { item: Item; bar: boolean }) {
  if (item.called_off) return <IconCalendarOff size={14} aria-hidden />
  if (item.own?.answer === 'asked') return <IconHelpCircle size={14} aria-hidden />
  if (item.own?.answer === 'seeking_cover') return <IconUserSearch size={14} aria-hidden />
  if (item.mine) return <IconCircleCheckFilled size={14} aria-hidden />
  if (item.requested) return <IconHourglass size={14} aria-hidden />
  if (item.kind === 'external') return <IconArrowUpRight size={14} aria-hidden />
  if (bar) return <IconStack2 size={14} aria-hidden />
  return <span className={classes.dot} style={item.color ? { ['--c' as string]: item.color } : undefined} />
}
