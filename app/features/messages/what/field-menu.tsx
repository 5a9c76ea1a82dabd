import { Button, Menu } from '@mantine/core'
import { IconBraces, IconClick } from '@tabler/icons-react'
import { FITTING_MENU } from '#app/ui/fitting-menu.ts'
import { FIELDS, type FieldName, isButton } from '#server/deliveries/texts/fields.pure.ts'

const GROUPS = [
  ['person', 'The reader'],
  ['event', 'The event'],
  ['shift', 'Their shift'],
  ['site', 'The club'],
  ['sender', 'You'],
  ['button', 'Buttons'],
] as const

type Field = readonly [name: FieldName, label: string]

const ALL: readonly Field[] = (Object.keys(FIELDS) as FieldName[]).map((name) => [name, FIELDS[name]])

export const fieldGroups = (buttons: boolean): { label: string; fields: readonly Field[] }[] =>
  GROUPS.flatMap(([group, label]) =>
    group === 'button' && !buttons ? [] : [{ label, fields: ALL.filter(([name]) => name.startsWith(`${group}.`)) }],
  )

type Props = {
  /** False where there can be none or where they have a separate menu. */
  buttons: boolean
  onChoose: (name: FieldName) => void
}

export const FieldMenu = ({ buttons, onChoose }: Props) => (
  <Menu position="bottom-end" width={264} shadow="md" returnFocus={false} {...FITTING_MENU}>
    <Menu.Target>
      <Button variant="subtle" size="compact-sm" leftSection={<IconBraces size={16} aria-hidden />}>
        Insert a field
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {fieldGroups(buttons).map(({ label, fields }) => [
        <Menu.Label key={label}>{label}</Menu.Label>,
        ...fields.map(([name, words]) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            {words}
          </Menu.Item>
        )),
      ])}
    </Menu.Dropdown>
  </Menu>
)

export const ButtonMenu = ({ onChoose }: { onChoose: (name: FieldName) => void }) => (
  <Menu position="bottom-start" width={220} shadow="md" returnFocus={false}>
    <Menu.Target>
      <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconClick size={18} aria-hidden />}>
        Button
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {ALL.filter(([name]) => isButton(name)).map(([name, words]) => (
        <Menu.Item key={name} onClick={() => onChoose(name)}>
          {words}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
