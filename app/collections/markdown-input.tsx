import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BACKGROUND_STATUSES } from '../shell/fetch-api.ts'
import { callApi } from './call-api.ts'
import classes from './panel.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void; error?: ReactNode }

export function MarkdownInput({ label, value, onChange, error }: Props) {
  const [html, setHtml] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const togglePreview = async () => {
    if (html !== null) return setHtml(null)
    setBusy(true)
    const { ok, body } = await callApi('POST', '/markdown', { text: value }, BACKGROUND_STATUSES)
    setBusy(false)
    setHtml(ok && body ? (body as { html: string }).html : '<p>The preview is not available.</p>')
  }
  return (
    <div className={classes.markdown}>
      {html === null ? (
        <Textarea
          label={label}
          description="Markdown: **bold**, # heading, - list, [link](https://…)"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={20}
        />
      ) : (
        <section className={classes.prose} aria-label={`Preview of ${label.toLowerCase()}`}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and cleaned by the server */}
          <div dangerouslySetInnerHTML={{ __html: html || '<p>Nothing yet.</p>' }} />
        </section>
      )}
      <Button variant="subtle" size="sm" loading={busy} onClick={togglePreview}>
        {html === null ? 'Preview' : 'Back to editing'}
      </Button>
    </div>
  )
}
