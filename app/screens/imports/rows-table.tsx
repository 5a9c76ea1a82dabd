import { Box, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ImportPreview, PreviewRow } from '#server/imports/contract.ts'
import { groupsOf } from './groups.ts'
import { ImportRow } from './import-row.tsx'
import type { Shown } from './outcome-pills.tsx'
import classes from './rows.module.css'
import { counted, number } from './words.ts'

const PAGE = 100

const belongs = ({ outcome, warnings }: PreviewRow, shown: Shown) =>
  shown === 'all' || (shown === 'warning' ? warnings.length > 0 : outcome === shown)

/** The rows of the file with what becomes of them, errors first. Drawn a hundred at a time, however many there are. */
export function RowsTable({ preview: { kind, mapping, rows }, shown }: { preview: ImportPreview; shown: Shown }) {
  const [limit, setLimit] = useState(PAGE)
  const groups = useMemo(() => groupsOf(kind, mapping), [kind, mapping])
  const listed = useMemo(() => {
    const matching = rows.filter((row) => belongs(row, shown))
    const bad = matching.filter(({ outcome }) => outcome === 'error')
    return [...bad, ...matching.filter(({ outcome }) => outcome !== 'error')]
  }, [rows, shown])
  const left = listed.length - limit
  // A region that scrolls is reached by the keyboard.
  return (
    <Box component="section" className={classes.scroll} aria-label="Rows of the file" tabIndex={0}>
      {listed.length === 0 ? (
        <p className={classes.rest}>No rows match this filter.</p>
      ) : (
        <table className={classes.table} data-kind={kind}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {groups.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {listed.slice(0, limit).map((row) => (
            <ImportRow key={row.line} row={row} groups={groups} />
          ))}
        </table>
      )}
      {left > 0 && (
        <p className={classes.rest}>
          <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
            Show {number(Math.min(PAGE, left))} more
          </Button>
          {counted(left, 'more row')}
        </p>
      )}
    </Box>
  )
}
