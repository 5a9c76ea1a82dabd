import { useNavigate } from '@remix-run/react'
import { useState } from 'react'
import type { ListShape } from '#server/engine/collections/contract.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import { callApi } from '../../../collections/call-api.ts'
import { paths } from '../../../shell/paths.ts'
import type { TemplateFields } from './template-state.ts'

const MAX_NAME = 200
const ADDED = ' (copy)'

/** Copies a stored template and opens the copy. */
export function useDuplicate() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const navigate = useNavigate()
  const copy = async (id: number) => {
    const read = await callApi('GET', `/api/messagetemplates/${id}`)
    const template = (read.body as ListShape | null)?.results?.messagetemplates?.[id] as TemplateFields | undefined
    if (!template) return read
    const { kind, subject, body } = template
    const name = `${cutText(template.name, MAX_NAME - ADDED.length)}${ADDED}`
    const made = await callApi('POST', '/api/messagetemplates', [{ name, kind, subject, body }])
    const [added] = (made.body as Pick<ListShape, 'order'> | null)?.order ?? []
    if (made.ok && added) navigate(paths.template(added))
    return made
  }
  const of = async (id: number) => {
    setBusy(true)
    const { ok, body } = await copy(id)
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'It was not copied. Please try again.'))
  }
  return { isBusy, problem, of }
}
