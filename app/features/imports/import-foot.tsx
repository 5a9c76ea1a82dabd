import { Button, Checkbox } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { countText, formatNumber } from '#app/ui/count-text.ts'
import type { ImportPreview } from '#server/imports/contract.ts'
import { errorCsv } from './error-csv.ts'
import classes from './foot.module.css'
import { submitLabel, writeCount } from './import-text.ts'
import type { ImportState } from './use-import.ts'

export function ImportFoot({ work, preview }: { work: ImportState; preview: ImportPreview }) {
  const { kind, counts, problems } = preview
  const [skip, setSkip] = useState(false)
  const ready = problems.length === 0 && writeCount(counts) > 0 && (counts.error === 0 || skip)
  return (
    <footer className={`row ${classes.foot}`}>
      <div className={`row cluster fill ${classes.state}`}>
        <div className={`${classes.words} ${counts.error > 0 ? 'unseen-phone' : ''}`} role="status">
          {work.busy === 'looking' ? 'Reading the file again …' : <State preview={preview} />}
          {work.notifies && ` ${recipientsSentence(work.notifies)}`}
        </div>
        {counts.error > 0 && (
          <div className={`row cluster ${classes.errors}`}>
            <Checkbox
              radius="xs"
              size="md"
              label={`Skip ${counts.error === 1 ? 'the row' : `the ${formatNumber(counts.error)} rows`} with errors`}
              checked={skip}
              onChange={(event) => setSkip(event.currentTarget.checked)}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => download(preview)}
            >
              Download<span className="unseen-phone">&nbsp;{counts.error === 1 ? 'it' : 'them'} as CSV</span>
            </Button>
          </div>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={work.clear} disabled={work.busy === 'importing'}>
          Cancel
        </Button>
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={!ready || work.busy === 'looking'}
          loading={work.busy === 'importing'}
          onClick={() => work.apply(skip)}
        >
          {submitLabel(kind, counts, skip)}
        </Button>
      </div>
    </footer>
  )
}

function State({ preview: { counts, problems, rows } }: { preview: ImportPreview }) {
  if (problems.length > 0) return <b>Choose a field for each column, or replace the file.</b>
  if (counts.error > 0)
    return (
      <>
        <b>{countText(counts.error, 'row has errors', 'rows have errors')}.</b> Correct{' '}
        {counts.error === 1 ? 'it' : 'them'} above, or skip {counts.error === 1 ? 'it' : 'them'}.
      </>
    )
  if (writeCount(counts) === 0)
    return (
      <>
        <b>Nothing to import.</b> Everything in the file is already here.
      </>
    )
  return (
    <>
      <b>No errors in {countText(rows.length, 'row')}.</b>{' '}
      {counts.same > 0 && `${countText(counts.same, 'row is', 'rows are')} already here.`}
    </>
  )
}

/** Built in the browser, so that the server keeps no copy. */
function download(preview: ImportPreview) {
  const address = URL.createObjectURL(new Blob([errorCsv(preview)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${preview.file.name.replace(/\.\w+$/, '')}-errors.csv`
  link.click()
  URL.revokeObjectURL(address)
}
