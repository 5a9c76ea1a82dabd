import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { hostOf } from '#server/organisation/calendar-addresses/rules.ts'
import { paths } from '../../shell/paths.ts'

type Props = { allowed: string[]; hidden: string[]; names: Record<string, string> }

/** Chooses which other clubs' calendars to show; only where the site allows any. */
export function ExternalChooser({ allowed, hidden, names }: Props) {
  const fetcher = useFetcher()
  // A choice shows before the server has answered.
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const isHidden = (address: string) => chosen[address] ?? hidden.includes(address)
  const choose = (address: string, hide: boolean) => {
    setChosen((previous) => ({ ...previous, [address]: hide }))
    fetcher.submit({ address, hide: String(hide) }, { method: 'post', action: paths.hideExternal })
  }
  const shown = allowed.filter((address) => !isHidden(address)).length
  return (
    <Popover withinPortal={false} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" h={44} px={14} rightSection={<IconChevronDown size={16} aria-hidden />}>
          External calendars ({shown})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="External calendars">
        <Stack gap={0}>
          {allowed.map((address) => (
            <Checkbox
              key={address}
              styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              label={names[address] ?? hostOf(address)}
              checked={!isHidden(address)}
              onChange={({ currentTarget }) => choose(address, !currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
