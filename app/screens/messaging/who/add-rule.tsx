import { Button, Menu } from '@mantine/core'
import { IconPlus, IconUser, IconUserMinus } from '@tabler/icons-react'
import type { Audience } from '#server/messages/audience/contract.ts'
import { FITTING_MENU } from '../../../ui/fitting-menu.ts'
import { applyRule, hasRule, RULE_KINDS, type RuleKind } from './rule-kinds.ts'
import classes from './who.module.css'

export type Opened = RuleKind | 'people' | 'except'

type Props = { audience: Audience; onOpen: (opened: Opened) => void; onApply: (audience: Audience) => void }

/** The menu of what narrows an audience, or names somebody. A rule that it has is changed at its line. */
export function AddRule({ audience, onOpen, onApply }: Props) {
  const choose = (kind: RuleKind) => {
    if (kind.fields.length) return onOpen(kind)
    const applied = applyRule(audience, kind, {})
    if ('audience' in applied) onApply(applied.audience)
  }
  return (
    <Menu position="bottom-start" width={264} shadow="md" withinPortal={false} {...FITTING_MENU}>
      <Menu.Target>
        <Button variant="subtle" className={classes.add} leftSection={<IconPlus size={16} aria-hidden />}>
          Add a rule or a person
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => onOpen('people')}>
          A person by name
        </Menu.Item>
        <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => onOpen('except')}>
          Leave somebody out
        </Menu.Item>
        <Menu.Label>They match all of</Menu.Label>
        {RULE_KINDS.filter((kind) => !hasRule(audience, kind)).map((kind) => (
          <Menu.Item key={kind.key} onClick={() => choose(kind)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
