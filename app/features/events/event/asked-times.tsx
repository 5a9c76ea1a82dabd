import { Button } from '@mantine/core'
import { IconClockEdit } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { AskedTimesProps } from './asked-times-fields.tsx'

const Fields = lazyPart(() => import('./asked-times-fields.tsx').then((all) => ({ default: all.AskedTimesFields })))

export function AskedTimes(times: AskedTimesProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <Suspense>
        <Fields {...times} />
      </Suspense>
    )
  return (
    <Button
      variant="subtle"
      justify="flex-start"
      h={44}
      leftSection={<IconClockEdit size={18} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      Arrive late or leave early
    </Button>
  )
}
