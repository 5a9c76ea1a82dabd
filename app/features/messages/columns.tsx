import type { ReactNode } from 'react'
import type { FirstAudiences } from '#server/messages/audience/first-audiences.ts'
import type { DraftFields } from './draft-state.ts'
import classes from './messaging.module.css'
import type { DraftErrors } from './use-draft.ts'
import type { Names } from './who/rule-text.ts'
import type { LiveCount } from './who/use-audience-count.ts'

export type DraftView = DraftFields & { id: number | null; version: string | null }

export type ColumnProps = {
  draft: DraftView
  change: (patch: Partial<DraftFields>) => void
  errors: DraftErrors
}

export type WhoProps = ColumnProps & {
  live: LiveCount
  names: Names
  first: FirstAudiences
  has_roles: boolean
  onNamed: (collection: string, id: number, name: string) => void
}

export const ColumnTitle = ({ number, children }: { number: number; children: ReactNode }) => (
  <h2 className={`row ${classes.columnTitle}`}>
    <span className="num" aria-hidden>
      {number}
    </span>
    {children}
  </h2>
)
