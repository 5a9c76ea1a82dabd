import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { useSingleKeysSetting } from '../../ui/single-keys-setting.ts'
import { shortcutsFor } from './keys.ts'
import classes from './shortcuts.module.css'

type Props = { opened: boolean; admin: boolean; onClose: () => void }

/** Lists the keyboard shortcuts, and toggles those without a modifier. */
export default function ShortcutsSheet({ opened, admin, onClose }: Props) {
  const setting = useSingleKeysSetting()
  const rows = [
    { keys: ['Ctrl', 'K'], label: 'Search or jump to' },
    ...shortcutsFor(admin),
    { keys: ['J'], label: 'Open the next record of a list, or gap of the cover board' },
    { keys: ['K'], label: 'Open the previous one' },
  ]
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={480}>
      <dl className={classes.list} data-off={!setting.on || undefined}>
        {rows.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span> {keys[0] === 'G' ? 'then' : '+'} </span>}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        mt="md"
        label="Shortcuts of one key"
        description="In this browser. Ctrl K always works."
        checked={setting.on}
        onChange={(event) => setting.turn(event.currentTarget.checked)}
      />
    </Modal>
  )
}
