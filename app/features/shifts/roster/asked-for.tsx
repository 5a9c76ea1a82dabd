import { Alert, Anchor } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconClockEdit } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'

export function AskedFor({ request }: { request: TimeRequest | undefined }) {
  const when = useDateFormats()
  if (request?.state !== 'waiting') return null
  const { start, end } = personTimes(request)
  return (
    <Alert color="yellow" variant="light" icon={<IconClockEdit size={20} aria-hidden />} py={12}>
      {request.person_name} has asked for <span className="num">{when.range(start, end)}</span>.{' '}
      <Anchor component={Link} to={paths.request(request.id, 'times')} inherit underline="always">
        Answer
      </Anchor>
    </Alert>
  )
}
