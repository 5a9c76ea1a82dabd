import type { ReactNode } from 'react'
import type { DraftFields, MessageKind } from './draft-state.ts'
import classes from './messaging.module.css'
import type { DraftErrors } from './use-draft.ts'
import type { Names } from './who/rule-text.ts'
import type { LiveCount } from './who/use-audience-count.ts'

/** A draft as it is shown; `id` and `version` are null before it is stored. */
export type DraftView = DraftFields & { kind: MessageKind; id: number | null; version: string | null }

/** What each column of the composer gets. */
export type ColumnProps = {
  draft: DraftView
  change: (patch: Partial<DraftFields>) => void
  errors: DraftErrors
}

export type WhoProps = ColumnProps & {
  live: LiveCount
  names: Names
  /** Remembers the name of a record that was chosen. */
  onNamed: (collection: string, id: number, name: string) => void
}

/** The heading of a column of the composer, with its number. */
export const ColumnTitle = ({ number, children }: { number: number; children: ReactNode }) => (
  <h2 className={classes.columnTitle}>
    <span className="num" aria-hidden>
      {number}
    </span>
    {children}
  </h2>
)
