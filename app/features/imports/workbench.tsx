import { useEffect, useRef, useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import type { ImportPreview } from '#server/imports/contract.ts'
import { CorrectionsContext } from './corrected-cell.tsx'
import { ImportFoot } from './import-foot.tsx'
import classes from './imports.module.css'
import { MappingPanel } from './mapping-panel.tsx'
import { OutcomePills, type RowFilter } from './outcome-pills.tsx'
import { Problems, UnknownPeople, WarningCauses } from './preview-notes.tsx'
import { RowsTable } from './rows-table.tsx'
import type { ImportState } from './use-import.ts'

export function Workbench({ work, preview }: { work: ImportState; preview: ImportPreview }) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const result = useRef<HTMLElement>(null)
  // The focused button disappears once a file is chosen.
  useEffect(() => result.current?.focus({ preventScroll: true }), [])
  const readable = preview.problems.length === 0
  const corrections = { made: work.settings?.options.corrections ?? {}, correct: work.correct, answer: work.answer }
  return (
    <>
      <div className={classes.cols}>
        <MappingPanel work={work} preview={preview} />
        <section
          ref={result}
          className={classes.result}
          aria-label="What will happen"
          aria-busy={work.busy !== null}
          tabIndex={-1}
        >
          <div className={`stack ${classes.notes}`}>
            <FormError message={work.message} />
            <Problems problems={preview.problems} />
            <UnknownPeople people={preview.unknown_people} />
            <WarningCauses rows={preview.rows} />
          </div>
          {readable && (
            <>
              <OutcomePills counts={preview.counts} total={preview.rows.length} filter={filter} onFilter={setFilter} />
              <CorrectionsContext.Provider value={corrections}>
                <RowsTable key={filter} preview={preview} filter={filter} />
              </CorrectionsContext.Provider>
            </>
          )}
        </section>
      </div>
      <ImportFoot key={preview.digest} work={work} preview={preview} />
    </>
  )
}
