import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@remix-run/react'
import { IconChevronLeft } from '@tabler/icons-react'
import { LeaveWarning } from '#app/collections/leave-warning.tsx'
import { useDelete } from '#app/collections/use-delete.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { EditConflict } from '../conflicts.tsx'
import frame from '../messaging.module.css'
import { MessagingFrame } from '../messaging-frame.tsx'
import { ReaderPreview } from '../preview/reader-preview.tsx'
import { previewedTemplate } from '../previewed.ts'
import { useReaders } from '../use-readers.ts'
import { MessageFields } from '../what/what-column.tsx'
import classes from './templates.module.css'
import { useDuplicate } from './templates-screen.tsx'
import { type StoredTemplate, type TemplateFields, useTemplate } from './use-template.ts'

/** Debounce of the preview. Milliseconds. */
const PAUSE_MS = 600

const LABELS: Record<keyof TemplateFields, string> = {
  name: 'the name',
  kind: 'the kind',
  subject: 'the subject',
  body: 'the message',
  archived: 'whether it is archived',
}

export function TemplateEditor({ template: stored }: { template: StoredTemplate | null }) {
  const template = useTemplate(stored)
  const { fields, errors, change, id, isUnsaved, isSaving } = template
  const [settled] = useDebouncedValue(fields, PAUSE_MS)
  const previewed = previewedTemplate(settled)
  const readers = useReaders(previewed)
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const deletion = useDelete({
    collection: 'messagetemplates',
    singular: 'template',
    id: id ?? 0,
    name: fields.name || 'The template',
    onDeleted: () => navigate(paths.templates),
  })
  const problem = template.message ?? deletion.refused ?? duplicate.problem
  return (
    <MessagingFrame
      current="templates"
      title={id === null ? 'New template' : fields.name || 'Untitled template'}
      status={<Status version={template.version} isUnsaved={isUnsaved} isSaving={isSaving} />}
      actions={
        <>
          {id !== null && (
            <>
              <Button
                variant="subtle"
                color="gray"
                loading={deletion.busy}
                onClick={() => {
                  template.forget()
                  deletion.remove()
                }}
              >
                Delete
              </Button>
              <Button variant="default" loading={duplicate.busy} onClick={() => void duplicate.of(id)}>
                Duplicate
              </Button>
              <Button component={Link} to={paths.writeWith(fields.kind, id)} variant="default">
                Write with this template
              </Button>
            </>
          )}
          <Button loading={isSaving} disabled={!isUnsaved} onClick={() => void template.save()}>
            Save
          </Button>
        </>
      }
    >
      <LeaveWarning dirty={isUnsaved && !isSaving} />
      {template.conflict && (
        <EditConflict
          conflict={template.conflict}
          what="template"
          clashing={template.clashing.map((field) => LABELS[field])}
          keepMine={template.keepMine}
          takeTheirs={template.takeTheirs}
        />
      )}
      {problem && (
        <div className={frame.conflict}>
          <FormError message={problem} />
        </div>
      )}
      <div className={classes.columns}>
        <section aria-label="Template" className={classes.fields}>
          <Link className={classes.crumb} to={paths.templates}>
            <IconChevronLeft size={17} aria-hidden />
            Templates
          </Link>
          {id === null && (
            <SegmentedControl
              className={classes.kind}
              aria-label="Kind"
              value={fields.kind}
              onChange={(kind) => change({ kind: kind === 'sms' ? 'sms' : 'email' })}
              data={[
                { value: 'email', label: 'Email' },
                { value: 'sms', label: 'SMS' },
              ]}
            />
          )}
          <TextInput
            label="Name"
            description="Its name in the composer. No one else sees it."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            value={fields.name}
            maxLength={200}
            error={errors.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <MessageFields draft={fields} change={change} errors={errors} readers={readers} />
          {id !== null && (
            <Switch
              label="Archived"
              description="It isn’t deleted, but the composer no longer offers it."
              checked={fields.archived}
              onChange={(event) => change({ archived: event.currentTarget.checked })}
            />
          )}
        </section>
        <section aria-label="As people read it">
          <h2 className={classes.title}>As people read it</h2>
          <p className={`muted ${classes.hint}`}>As if you sent it now about the next published event.</p>
          <ReaderPreview previewed={previewed} />
        </section>
      </div>
      {deletion.dialog}
    </MessagingFrame>
  )
}

type StatusProps = { version: string | null; isUnsaved: boolean; isSaving: boolean }

function Status({ version, isUnsaved, isSaving }: StatusProps) {
  const { dateTime } = useDateFormats()
  const saved = version ? `Saved ${dateTime(version)}` : 'Not saved yet'
  return (
    <span role="status" className="num">
      {isSaving ? 'Saving…' : isUnsaved ? 'Not saved yet' : saved}
    </span>
  )
}
