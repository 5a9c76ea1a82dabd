import { Title } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './pieces.module.css'

export type Tone = 'brand' | 'green' | 'amber' | 'red' | 'slate'
export type Icon = ComponentType<IconProps>

type Props = {
  /** The part of an address that leads to the card. */
  id?: string
  title: string
  icon?: Icon
  /** Amber = requests, red = unpublished, green = upcoming shifts, brand = new people; neutral without. */
  accent?: Tone
  count?: ReactNode
  action?: ReactNode
  hint?: ReactNode
  children?: ReactNode
}

/** A card with one heading. It holds rows and hairlines, never another box. */
export function SectionCard({ id, title, icon: Glyph, accent, count, action, hint, children }: Props) {
  return (
    <section id={id} className={classes.card} data-tone={accent} aria-label={title}>
      <div className={classes.cardHead}>
        {Glyph && <Glyph size={18} stroke={2} aria-hidden />}
        <Title order={2}>{title}</Title>
        {count != null && <span className={`${classes.count} num`}>{count}</span>}
        {action}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  )
}
