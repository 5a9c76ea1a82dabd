import { Alert, Button } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { IconChevronLeft, IconMessageOff, IconSend } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { LeaveWarning } from '#app/collections/leave-warning.tsx'
import { useDelete } from '#app/collections/use-delete.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { MessageFile } from '#server/messages/attachments/rules.ts'
import { DraftConflict } from './conflicts.tsx'
import { FileField } from './files/file-field.tsx'
import { useFiles } from './files/use-files.ts'
import type { MessageData } from './message-data.ts'
import { countedMessages } from './message-text.ts'
import classes from './messaging.module.css'
import { MessagingFrame } from './messaging-frame.tsx'
import { originLink } from './origin-link.ts'
import { PreviewColumn } from './preview/preview-column.tsx'
import { type SaveState, useDraft } from './use-draft.ts'
import { WhatColumn } from './what/what-column.tsx'
import type { Names } from './who/rule-text.ts'
import { useAudienceCount } from './who/use-audience-count.ts'
import { WhoColumn } from './who/who-column.tsx'

const SendSheet = lazyPart(() => import('./sending/send-sheet.tsx').then(({ SendSheet }) => ({ default: SendSheet })))

const TITLES = { email: 'Bulk Email', sms: 'Bulk SMS' }

const NO_FILES: readonly MessageFile[] = []

type ComposerProps = { data: MessageData; onCreated: (id: number) => void }

export function Composer({ data, onCreated }: ComposerProps) {
  const { kind, message, initial } = data
  const smsEnabled = useSite().sms_enabled
  const draft = useDraft({ kind, stored: message, initial, onCreated })
  const files = useFiles(message?.attachments ?? NO_FILES, draft.ensure)
  const [picked, setPicked] = useState<Names>({})
  const [sheet, setSheet] = useState<'now' | 'later' | null>(null)
  const live = useAudienceCount(draft.view)
  const { busy, refused, remove, dialog } = useDiscard(draft.view)
  const column = { draft: draft.view, change: draft.change, errors: draft.errors }
  const names = merged(data.names, picked)
  const count = live.count?.receiving ?? 0
  const { also_sms, kind: sentAs } = draft.view
  const reached = live.count?.sms?.reached ?? 0
  const back = draft.view.origin && originLink(draft.view.origin, names)
  const attached = files.files.map(({ id }) => id)
  const review = (
    <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setSheet('now')}>
      {also_sms && reached > 0
        ? `Review and send to ${countText(reached, 'person', 'people')}`
        : count > 0
          ? `Review and send ${countedMessages(sentAs, count)}`
          : 'Review and send'}
    </Button>
  )
  const problem = draft.message ?? refused ?? message?.problem
  const isBegun = draft.view.id !== null || draft.save !== 'saved'
  return (
    <MessagingFrame
      current={kind}
      title={TITLES[kind]}
      status={
        <>
          <SaveStatus save={draft.save} version={draft.view.version} />
          {back && (
            <Link className={classes.back} to={back.to}>
              <IconChevronLeft size={16} aria-hidden />
              <span title={back.label}>Back to {back.label}</span>
            </Link>
          )}
        </>
      }
      actions={
        <>
          {isBegun && (
            <Button
              variant="subtle"
              color="gray"
              loading={busy}
              onClick={() => {
                draft.forget()
                remove()
              }}
            >
              Discard
            </Button>
          )}
        </>
      }
    >
      <LeaveWarning dirty={['waiting', 'refused', 'conflict'].includes(draft.save)} />
      <DraftConflict draft={draft} />
      {sentAs === 'sms' && !smsEnabled && (
        <div className={classes.conflict}>
          <Alert icon={<IconMessageOff size={18} aria-hidden />}>
            This site doesn’t send texts, so no one will get this message. Switch SMS on in{' '}
            <Link to={paths.organisation}>Organisation</Link>.
          </Alert>
        </div>
      )}
      {problem && (
        <div className={classes.conflict}>
          <FormError message={problem} />
        </div>
      )}
      <div className={classes.columns}>
        <section aria-label="Who">
          <WhoColumn
            {...column}
            live={live}
            names={names}
            first={data.first}
            has_roles={data.has_roles}
            onNamed={(collection, id, name) =>
              setPicked((before) => ({ ...before, [collection]: { ...before[collection], [id]: name } }))
            }
          />
        </section>
        <section aria-label="What">
          <WhatColumn {...column} files={sentAs === 'email' && <FileField {...files} />} attached={attached} />
        </section>
        <section aria-label="What they’ll see">
          <PreviewColumn {...column} files={files.files} live={live} />
        </section>
      </div>
      <div className={classes.foot}>
        <Button variant="default" className={classes.wide} onClick={() => setSheet('later')}>
          Schedule
        </Button>
        {review}
      </div>
      {sheet && (
        <Suspense>
          <SendSheet
            draft={draft}
            attached={attached}
            live={live}
            now={data.now}
            when={sheet}
            onClose={() => setSheet(null)}
          />
        </Suspense>
      )}
      {dialog}
    </MessagingFrame>
  )
}

/** Discards a draft with Undo; one that was never stored is only left. */
function useDiscard({ id, kind, subject }: { id: number | null; kind: 'email' | 'sms'; subject: string }) {
  const navigate = useNavigate()
  const leave = () => navigate(paths.messaging(kind))
  const deletion = useDelete({
    collection: 'messages',
    singular: 'message',
    id: id ?? 0,
    name: subject || 'The draft',
    done: subject ? `The draft “${subject}” is discarded.` : 'The draft is discarded.',
    onDeleted: leave,
  })
  return { ...deletion, remove: id === null ? leave : deletion.remove }
}

const merged = (stored: Names, picked: Names): Names =>
  Object.fromEntries(
    [...new Set([...Object.keys(stored), ...Object.keys(picked)])].map((collection) => [
      collection,
      { ...stored[collection], ...picked[collection] },
    ]),
  )

const TEXTS: Record<Exclude<SaveState, 'saved'>, string> = {
  unsaved: 'Saving…',
  saving: 'Saving…',
  waiting: 'Not saved because there is no connection. We’ll keep trying.',
  refused: 'Not saved yet',
  conflict: 'Not saved because it was changed elsewhere',
}

/** @param props.version when it was stored; null before that. */
export function SaveStatus({ save, version }: { save: SaveState; version: string | null }) {
  const { time } = useDateFormats()
  const saved = version ? `Draft saved ${time(version)}` : 'A draft is saved as you write.'
  return (
    <span role="status" className="num">
      {save === 'saved' ? saved : TEXTS[save]}
    </span>
  )
}
