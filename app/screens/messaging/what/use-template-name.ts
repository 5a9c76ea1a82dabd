import { useEffect, useState } from 'react'
import type { ListShape } from '#server/engine/collections/contract.ts'
import { callApi } from '../../../collections/call-api.ts'

/** The name of a template by its id; empty until it is read. */
export function useTemplateName(id: number | null): string {
  const [known, setKnown] = useState<{ id: number; name: string } | null>(null)
  useEffect(() => {
    if (id === null || known?.id === id) return
    let isCurrent = true
    void callApi('GET', `/api/messagetemplates/${id}`).then(({ ok, body }) => {
      const record = ok ? (body as ListShape).results.messagetemplates?.[id] : undefined
      if (isCurrent && record) setKnown({ id, name: String((record as { name?: unknown }).name ?? '') })
    })
    return () => {
      isCurrent = false
    }
  }, [id, known])
  return known !== null && known.id === id ? known.name : ''
}
