import { Checkbox, Popover, Stack } from '@mantine/core'
import type { ReactElement } from 'react'

type Choice = { address: string; name: string; isHidden: boolean }

type Props = { choices: readonly Choice[]; choose: (address: string, hide: boolean) => void; button: ReactElement }

export function ExternalList({ choices, choose, button }: Props) {
  return (
    <Popover
      defaultOpened
      withinPortal={false}
      position="bottom-end"
      shadow="md"
      trapFocus
      hideDetached={false}
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="External calendars">
        <Stack gap={0}>
          {choices.map(({ address, name, isHidden }) => (
            <Checkbox
              key={address}
              styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              label={name}
              checked={!isHidden}
              onChange={({ currentTarget }) => choose(address, !currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
