import { Button, FileButton } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { formatNumber } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { FIELDS, MAX_ROWS } from '#server/imports/contract.ts'
import classes from './imports.module.css'
import type { ImportState } from './use-import.ts'

export const ACCEPTED_TYPES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

export function ChooseFile({ work: { kind, settings, busy, message, choose, retry } }: { work: ImportState }) {
  const labelsOf = (required: boolean) =>
    FIELDS[kind].filter((spec) => spec.required === required).map((spec) => spec.label)
  return (
    <section className={classes.drop} aria-label="File" aria-busy={busy !== null}>
      <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
      <h2>Choose a CSV file, or drop it here</h2>
      <p>
        The first row has the column names. Up to {formatNumber(MAX_ROWS)} rows and 5 MB; commas, semicolons or tabs.
      </p>
      <FormError message={message} />
      <div className={`cluster ${classes.dropActions}`}>
        <FileButton onChange={choose} accept={ACCEPTED_TYPES} inputProps={{ 'aria-label': 'CSV file' }}>
          {(props) => (
            <Button {...props} loading={busy === 'looking'} leftSection={<IconUpload size={16} aria-hidden />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        {settings && busy === null && (
          <Button variant="default" onClick={retry}>
            Try {settings.file.name} again
          </Button>
        )}
      </div>
      <dl className={classes.expected}>
        <dt>Needed</dt>
        <dd>{labelsOf(true).join(', ')}</dd>
        <dt>Optional</dt>
        <dd>{labelsOf(false).join(', ')}</dd>
      </dl>
      <noscript>
        <p>This page needs JavaScript to preview an import.</p>
      </noscript>
    </section>
  )
}
