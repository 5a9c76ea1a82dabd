import { useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { conflictsIn, messagesIn } from '#app/collections/changeset.ts'
import { FAILED } from '#app/collections/problem-text.ts'
import { newKey } from '#app/collections/use-changeset.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import type { DraftSaved } from '#server/messages/drafts/contract.ts'
import { type EditState, editOf, type Stored } from '../edit-state.ts'

type Errors = { [field in keyof TemplateFields]?: string }
type Problem = { errors: Errors; message: string | undefined }

const NONE: Problem = { errors: {}, message: undefined }

export function useTemplate(stored: StoredTemplate | null) {
  const [state, dispatch] = useReducer(templateEdit.step, null, () => templateEdit.open(stored))
  const [problem, setProblem] = useState<Problem>(NONE)
  const [isSaving, setSaving] = useState(false)
  const sent = useRef({ body: '', key: '' })
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  const version = stored?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: a template that was read again has another version
  useEffect(() => {
    if (stored) dispatch({ do: 'read', stored })
  }, [version])

  const { base, fields, conflict } = state
  const save = async () => {
    if (isSaving || conflict) return
    setSaving(true)
    const changed = templateEdit.unsaved(state)
    const body = base ? { id: base.id, version: base.version, fields: changed } : { fields }
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: newKey() }
    const answer = await callApi('PUT', '/api/messagetemplates/draft', body, [...HANDLED_STATUSES, 409], {
      'idempotency-key': sent.current.key,
    })
    setSaving(false)
    if (!answer.ok) {
      const [found] = conflictsIn(answer.body)
      if (found) return dispatch({ do: 'conflict', conflict: found })
      return setProblem(problemIn(answer.body, String(base?.id ?? 'new')))
    }
    const { id, version } = answer.body as DraftSaved
    dispatch({ do: 'saved', id, version, sent: base ? changed : fields })
    setProblem(NONE)
    if (!base) navigate(paths.template(id), { replace: true })
  }

  return {
    fields,
    id: base?.id ?? null,
    version: base?.version ?? null,
    conflict,
    clashing: templateEdit.clashing(state),
    isUnsaved: templateEdit.isUnsaved(state),
    isSaving,
    ...problem,
    change: (patch: Partial<TemplateFields>) => dispatch({ do: 'change', patch }),
    save,
    keepMine: () => dispatch({ do: 'keep-mine' }),
    takeTheirs: () => {
      dispatch({ do: 'take-theirs' })
      if (conflict?.removed) navigate(paths.templates)
      else revalidate()
    },
    forget: () => dispatch({ do: 'take-theirs' }),
  }
}

function problemIn(body: unknown, row: string): Problem {
  const errors = messagesIn(body)[row] ?? {}
  const shown = Object.keys(errors).map((name) => `${row}.${name}`)
  return {
    errors,
    message: firstMessage(body, shown) ?? (shown.length ? undefined : FAILED),
  }
}

export type TemplateFields = {
  name: string
  kind: 'email' | 'sms'
  subject: string
  body: string
  archived: boolean
}

export type StoredTemplate = Stored<TemplateFields>
export type TemplateState = EditState<TemplateFields>

const NEW_TEMPLATE: TemplateFields = { name: '', kind: 'email', subject: '', body: '', archived: false }

export const templateEdit = editOf<TemplateFields>(NEW_TEMPLATE)
