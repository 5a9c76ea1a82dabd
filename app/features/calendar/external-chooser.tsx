import { useFetcher } from '@remix-run/react'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { LateMenu } from '#app/ui/late-menu.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { hostOf } from '#server/organisation/calendar-addresses.pure.ts'

const ExternalList = lazyPart(() => import('./external-list.tsx').then((all) => ({ default: all.ExternalList })))

type Props = { allowed: string[]; hidden: string[]; names: Record<string, string> }

export function ExternalChooser({ allowed, hidden, names }: Props) {
  const fetcher = useFetcher()
  // A choice shows before the server has answered.
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const isHidden = (address: string) => chosen[address] ?? hidden.includes(address)
  const choose = (address: string, hide: boolean) => {
    setChosen((previous) => ({ ...previous, [address]: hide }))
    fetcher.submit({ address, hide: String(hide) }, { method: 'post', action: paths.hideExternal })
  }
  const choices = allowed.map((address) => ({
    address,
    name: names[address] ?? hostOf(address),
    isHidden: isHidden(address),
  }))
  return (
    <LateMenu popup="dialog" menu={(button) => <ExternalList choices={choices} choose={choose} button={button} />}>
      {(opening) => (
        <PlainButton
          variant="default"
          h={44}
          px={14}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          {...opening}
        >
          External calendars ({choices.filter((choice) => !choice.isHidden).length})
        </PlainButton>
      )}
    </LateMenu>
  )
}
