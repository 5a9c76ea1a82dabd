import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

export const PanelFrame = ({ title, onClose, children }: Props) => (
  <section className={classes.panel} aria-label="Selected shift" data-shift-panel>
    <header>
      <h2>{title}</h2>
      <ActionIcon variant="subtle" color="gray" size={36} onClick={onClose} aria-label="Close shift">
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </header>
    {children}
  </section>
)
