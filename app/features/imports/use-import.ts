import { useNavigate } from '@remix-run/react'
import { useRef, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import {
  type ImportKind,
  type ImportOptions,
  type ImportPreview,
  MAX_BYTES,
  type Question,
} from '#server/imports/contract.ts'
import { fetchNotificationPreview, fetchPreview, type Settings, sendImport } from './import-calls.ts'

const OPTIONS: ImportOptions = {
  header_row: null,
  encoding: null,
  move_times: true,
  competencies: {},
  update_existing: true,
  empty_deletes: false,
  turn_names: true,
  length_minutes: null,
  allow_admins: false,
  date_order: 'ymd',
  corrections: {},
}

/** Settings that belong to one file and are reset for the next. */
const OF_ONE_FILE = {
  header_row: null,
  encoding: null,
  competencies: {},
  corrections: {},
} satisfies Partial<ImportOptions>

/** Keeps the file in the browser between preview and import, so that nothing is stored before the person confirms. */
export function useImport(initialKind: ImportKind) {
  const [kind, setKind] = useState(initialKind)
  const [settings, setSettings] = useState<Settings | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [notifies, setNotifies] = useState<NotificationPreview | null>(null)
  const [busy, setBusy] = useState<'looking' | 'importing' | null>(null)
  const [message, setMessage] = useState<string>()
  const running = useRef<AbortController | null>(null)
  const navigate = useNavigate()

  /**
   * Loads the preview of these settings and aborts the previous one.
   * @param recognises whether the columns may determine the kind, as for a newly chosen file.
   */
  const loadPreview = async (next: Settings, notice?: string, recognises = false): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setSettings(next)
    setBusy('looking')
    const answer = await fetchPreview(next, controller.signal)
    if (controller.signal.aborted) return
    const likely = recognises && 'value' in answer ? answer.value.likely_kind : null
    if (likely && likely !== next.kind) {
      setKind(likely)
      return loadPreview({ ...next, kind: likely })
    }
    setBusy(null)
    setPreview('value' in answer ? answer.value : null)
    setMessage('value' in answer ? notice : answer.message)
    setNotifies(null)
    if (!('value' in answer) || next.kind !== 'season' || answer.value.counts.update === 0) return
    const notifying = await fetchNotificationPreview(next, controller.signal)
    if (!controller.signal.aborted && 'value' in notifying) setNotifies(notifying.value.notifies)
  }

  /** Reads the file into memory once, so that the import equals the preview even if the file changes on disk. */
  const choose = async (picked: File | null) => {
    if (!picked) return
    if (picked.size > MAX_BYTES) {
      setMessage(`${picked.name} is larger than 5 MB. Split it and import the parts one at a time.`)
      return
    }
    try {
      const file = new File([await picked.arrayBuffer()], picked.name, { type: 'text/csv' })
      const options = { ...(settings?.options ?? OPTIONS), ...OF_ONE_FILE }
      await loadPreview({ kind, file, mapping: {}, options }, undefined, true)
    } catch {
      setMessage(`We can’t read ${picked.name}. Choose it again.`)
    }
  }

  const change = (patch: Partial<Omit<Settings, 'file'>>) => {
    if (patch.kind) setKind(patch.kind)
    if (settings) void loadPreview({ ...settings, ...patch })
  }

  const mapColumn = (index: number, field: string) => {
    const others = Object.entries(settings?.mapping ?? {}).filter(([, used]) => used === 'ignore' || used !== field)
    change({ mapping: { ...Object.fromEntries(others), [index]: field } })
  }

  const correct = (line: number, field: string, text: string) => {
    if (!settings) return
    const { corrections } = settings.options
    const options = {
      ...settings.options,
      corrections: { ...corrections, [line]: { ...corrections[line], [field]: text } },
    }
    change({ options })
  }

  /** Answers a cell's question: a name corrects the cell, a competency applies to the whole file. */
  const answer = (line: number, { field, about }: Question, value: string) => {
    if (field !== 'competencies') return correct(line, field, value)
    if (settings)
      change({ options: { ...settings.options, competencies: { ...settings.options.competencies, [about]: value } } })
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
    if ('value' in answer) await loadPreview(settings, 'Nothing to import. Everything in the file is already here.')
    else if (answer.status === 400 || answer.status === 409) await loadPreview(settings, answer.message)
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
    /** The people who would be notified; null until known, and when the import changes no stored record. */
    notifies,
    busy,
    message,
    choose,
    clear,
    apply,
    mapColumn,
    correct,
    answer,
    readAs: (as: Pick<ImportOptions, 'header_row' | 'encoding'>) => {
      if (settings) change({ mapping: {}, options: { ...settings.options, corrections: {}, ...as } })
    },
    changeKind: (next: ImportKind) => change({ kind: next, mapping: {} }),
    changeOptions: (options: ImportOptions) => change({ options }),
    retry: () => change({}),
  }
}

export type ImportState = ReturnType<typeof useImport>
