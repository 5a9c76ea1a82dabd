import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { FIELDS, type FieldName, isButton } from '#server/messages/content/fields/rules.ts'
import classes from './what.module.css'

const GROUPS = [
  ['person', 'The reader'],
  ['event', 'The event'],
  ['shift', 'Their shift'],
  ['site', 'The club'],
  ['sender', 'You'],
  ['button', 'Buttons'],
] as const

const NAMES = Object.keys(FIELDS) as FieldName[]

type Props = {
  /** Without buttons, where there can be none. */
  buttons: boolean
  onChoose: (name: FieldName) => void
}

/** The menu of the fields that a text may have. */
export const FieldMenu = ({ buttons, onChoose }: Props) => (
  <Menu position="bottom-end" width={264} shadow="md" withinPortal={false} returnFocus={false}>
    <Menu.Target>
      <Button variant="subtle" size="compact-sm" leftSection={<IconBraces size={16} aria-hidden />}>
        Insert a field
      </Button>
    </Menu.Target>
    <Menu.Dropdown className={classes.menu}>
      {GROUPS.map(([group, label]) => {
        const names = NAMES.filter((name) => name.startsWith(`${group}.`) && (buttons || !isButton(name)))
        return [
          names.length > 0 && <Menu.Label key={group}>{label}</Menu.Label>,
          ...names.map((name) => (
            <Menu.Item key={name} onClick={() => onChoose(name)}>
              {FIELDS[name]}
            </Menu.Item>
          )),
        ]
      })}
    </Menu.Dropdown>
  </Menu>
)
