import { useEffect, useState } from 'react'
import type { CoverPreview } from '#server/cover/calls-contract.ts'
import { callApi } from '../../collections/call-api.ts'

/** Asks who would be asked first to cover a shift; null until that is known, or where it cannot be. */
export function useAskedFirst(shift: number): CoverPreview | null {
  const [first, setFirst] = useState<{ shift: number; preview: CoverPreview } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void callApi('GET', `/api/shifts/${shift}/answer/preview`, undefined, [400, 403, 404, 409]).then(({ ok, body }) => {
      if (ok && isCurrent) setFirst({ shift, preview: body as CoverPreview })
    })
    return () => {
      isCurrent = false
    }
  }, [shift])
  return first?.shift === shift ? first.preview : null
}
