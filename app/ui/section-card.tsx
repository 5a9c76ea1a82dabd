import { Title } from '@mantine/core'
import { IconChevronDown, type IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import classes from './pieces.module.css'

export type Tone = 'brand' | 'green' | 'amber' | 'red' | 'slate'
export type Icon = ComponentType<IconProps>

/** Amber, red and green mean these alone (specification 2.5). */
const ACCENTS = { requests: 'amber', unpublished: 'red', upcoming: 'green' } as const
type Accent = keyof typeof ACCENTS

type Props = {
  /** URL fragment of the card. */
  id?: string
  title: string
  icon?: Icon
  /** The specification's accents by the card's content. Neutral without. */
  accent?: Accent
  count?: ReactNode
  action?: ReactNode
  hint?: ReactNode
  /** On phones only the heading with its count, until it is opened. */
  folds?: boolean
  children?: ReactNode
}

/** A card with one heading. Contains rows and hairlines, never another box. */
export function SectionCard({ id, title, icon: Glyph, accent, count, action, hint, folds, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      id={id}
      className={classes.card}
      data-tone={accent && ACCENTS[accent]}
      data-folds={(folds && !isOpen) || undefined}
      aria-label={title}
    >
      <div className={classes.cardHead}>
        {Glyph && <Glyph size={18} stroke={2} aria-hidden />}
        <Title order={2}>{title}</Title>
        {count != null && <span className={`${classes.count} num`}>{count}</span>}
        {action}
        {folds && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-label={`${title}: ${isOpen ? 'show less' : 'show'}`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} aria-hidden />
          </button>
        )}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  )
}
