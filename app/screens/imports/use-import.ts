import { useNavigate } from '@remix-run/react'
import { useRef, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { type ImportKind, type ImportOptions, type ImportPreview, MAX_BYTES } from '#server/imports/contract.ts'
import { paths } from '../../shell/paths.ts'
import { type Settings, sendImport, sendNotificationPreview, sendPreview } from './send.ts'

const OPTIONS: ImportOptions = {
  update_existing: true,
  empty_deletes: false,
  allow_admins: false,
  date_order: 'ymd',
  corrections: {},
}

/** The file stays in the browser between preview and import, so that nothing is stored before the person says so. */
export function useImport(initialKind: ImportKind) {
  const [kind, setKind] = useState(initialKind)
  const [settings, setSettings] = useState<Settings | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [notifies, setNotifies] = useState<NotificationPreview | null>(null)
  const [busy, setBusy] = useState<'looking' | 'importing' | null>(null)
  const [message, setMessage] = useState<string>()
  const running = useRef<AbortController | null>(null)
  const navigate = useNavigate()

  /** Asks for the preview of these settings; the answer to earlier ones is no longer awaited. */
  const look = async (next: Settings, said?: string) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setSettings(next)
    setBusy('looking')
    const answer = await sendPreview(next, control.signal)
    if (control.signal.aborted) return
    setBusy(null)
    setPreview('value' in answer ? answer.value : null)
    setMessage('value' in answer ? said : answer.message)
    setNotifies(null)
    if (!('value' in answer) || next.kind !== 'season' || answer.value.counts.update === 0) return
    const asked = await sendNotificationPreview(next, control.signal)
    if (!control.signal.aborted && 'value' in asked) setNotifies(asked.value.notifies)
  }

  /** Reads the file into memory once: what is imported is what was previewed, whatever happens to it on the disk. */
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    if (chosen.size > MAX_BYTES) {
      setMessage(`${chosen.name} is larger than 5 MB. Split it and import the parts one after the other.`)
      return
    }
    try {
      const file = new File([await chosen.arrayBuffer()], chosen.name, { type: 'text/csv' })
      await look({ kind, file, mapping: {}, options: { ...(settings?.options ?? OPTIONS), corrections: {} } })
    } catch {
      setMessage(`${chosen.name} cannot be read. Choose it again.`)
    }
  }

  const change = (patch: Partial<Omit<Settings, 'file'>>) => {
    if (patch.kind) setKind(patch.kind)
    if (settings) void look({ ...settings, ...patch })
  }

  /** A field has one column: who gives it to another takes it from the first. */
  const mapColumn = (index: number, field: string) => {
    const others = Object.entries(settings?.mapping ?? {}).filter(([, used]) => used === 'ignore' || used !== field)
    change({ mapping: { ...Object.fromEntries(others), [index]: field } })
  }

  /** Puts a cell right; the file itself stays as it is. */
  const correct = (line: number, field: string, text: string) => {
    if (!settings) return
    const { corrections } = settings.options
    const options = {
      ...settings.options,
      corrections: { ...corrections, [line]: { ...corrections[line], [field]: text } },
    }
    change({ options })
  }

  const apply = async (skipErrors: boolean) => {
    if (!settings || !preview) return
    setBusy('importing')
    setMessage(undefined)
    const answer = await sendImport(settings, preview.digest, skipErrors)
    if ('value' in answer && answer.value.id !== null) {
      navigate(paths.import(answer.value.id), { state: { unknown: answer.value.unknown_people } })
      return
    }
    if ('value' in answer) await look(settings, 'Nothing to import: everything in the file is already here.')
    else if (answer.status === 400 || answer.status === 409) await look(settings, answer.message)
    else {
      setBusy(null)
      setMessage(answer.message)
    }
  }

  const clear = () => {
    running.current?.abort()
    setSettings(null)
    setPreview(null)
    setBusy(null)
    setMessage(undefined)
  }

  return {
    kind,
    settings,
    preview,
    /** Whom the import would tell; null while that is not known, and where it changes nothing that is here. */
    notifies,
    busy,
    message,
    choose,
    clear,
    apply,
    mapColumn,
    correct,
    changeKind: (next: ImportKind) => change({ kind: next, mapping: {} }),
    changeOptions: (options: ImportOptions) => change({ options }),
    again: () => change({}),
  }
}

export type Import = ReturnType<typeof useImport>
