import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { paths } from '../../paths.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useCall } from './use-call.tsx'

/** "Act as": this browser becomes that member's, on a page loaded anew so that nothing of the admin's stays in it. */
export function ActAsButton({ person }: { person: { id: number; name: string } }) {
  const { call, dialog, busy } = useCall()
  const [problem, setProblem] = useState<string>()
  const act = async () => {
    const answer = await call('POST', paths.actAs, new URLSearchParams({ person: String(person.id) }))
    if (answer.ok) window.location.assign(paths.dashboard)
    else setProblem(firstMessage(answer.body?.problem ?? answer.body, []) ?? 'Please try again.')
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        onClick={act}
        leftSection={<IconUserShare size={16} aria-hidden />}
        aria-label={`Act as ${person.name}`}
      >
        Act as
      </Button>
      <FormError message={problem} />
      {dialog}
    </>
  )
}
