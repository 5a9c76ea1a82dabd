import { useCall } from '#app/collections/use-call.ts'

type Wish = { assignment: number | null; role: number | null }

export function useAddShift({ id, event }: { id: number; event: number }) {
  const asking = useCall<{ results: { requests: Record<string, Wish> } }>('GET', `/api/requests/${id}`, {
    reload: 'never',
  })
  const adding = useCall('POST', '/api/shifts/')
  const add = async () => {
    const { ok, body } = await asking.call()
    if (!ok) return
    const { assignment = null, role = null } = body.results.requests[id] ?? {}
    await adding.call([{ event, assignment, role }])
  }
  return { add, busy: asking.busy || adding.busy, problem: asking.problem ?? adding.problem }
}
