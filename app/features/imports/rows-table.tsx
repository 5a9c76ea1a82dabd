import { Box, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { countText, formatNumber } from '#app/ui/count-text.ts'
import type { ImportPreview, PreviewRow } from '#server/imports/contract.ts'
import { columnGroups } from './column-groups.ts'
import { ImportRow } from './import-row.tsx'
import type { RowFilter } from './outcome-pills.tsx'
import classes from './rows.module.css'

const PAGE_SIZE = 100

const matchesFilter = ({ outcome, warnings }: PreviewRow, filter: RowFilter) =>
  filter === 'all' || (filter === 'warning' ? warnings.length > 0 : outcome === filter)

export function RowsTable({ preview: { kind, mapping, rows }, filter }: { preview: ImportPreview; filter: RowFilter }) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  const groups = useMemo(() => columnGroups(kind, mapping), [kind, mapping])
  const listed = useMemo(() => {
    const matching = rows.filter((row) => matchesFilter(row, filter))
    const failed = matching.filter(({ outcome }) => outcome === 'error')
    return [...failed, ...matching.filter(({ outcome }) => outcome !== 'error')]
  }, [rows, filter])
  const remaining = listed.length - limit
  // A scrolling region must be focusable for the keyboard.
  return (
    <Box component="section" className={classes.scroll} aria-label="Rows of the file" tabIndex={0}>
      {listed.length === 0 ? (
        <p className={`row ${classes.rest}`}>No rows match this filter.</p>
      ) : (
        <table className={classes.table} data-kind={kind}>
          <thead className="unseen-phone">
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
            <ImportRow key={row.line} row={row} groups={groups} warns={filter === 'warning'} />
          ))}
        </table>
      )}
      {remaining > 0 && (
        <p className={`row ${classes.rest}`}>
          <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {formatNumber(Math.min(PAGE_SIZE, remaining))} more
          </Button>
          {countText(remaining, 'more row')}
        </p>
      )}
    </Box>
  )
}
