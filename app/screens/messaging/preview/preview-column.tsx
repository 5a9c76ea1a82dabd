import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'
import { ReaderPreview } from './reader-preview.tsx'

/** The message as its readers have it. */
export const PreviewColumn = (column: ColumnProps) => (
  <>
    <ColumnTitle number={3}>As they read it</ColumnTitle>
    <ReaderPreview key={column.draft.id} {...column} />
  </>
)
