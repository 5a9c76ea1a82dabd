import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusReturn } from '#app/ui/use-focus-return.ts'
import sheet from '../../ui/sheet.module.css'
import classes from './sheet.module.css'

type Props = {
  title: string
  sub: ReactNode
  figures?: ReactNode
  list: ReactNode
  mail: ReactNode
  foot: ReactNode
  onClose: () => void
}

export function SheetFrame({ title, sub, figures, list, mail, foot, onClose }: Props) {
  useFocusReturn(true)
  return (
    <Modal.Root
      opened
      returnFocus={false}
      onClose={onClose}
      size={1080}
      centered
      classNames={{ inner: sheet.inner, content: `${sheet.content} ${classes.content}` }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <header className={classes.head}>
          <div>
            <Modal.Title component="h2" className={classes.title}>
              {title}
            </Modal.Title>
            <p>{sub}</p>
          </div>
          <Modal.CloseButton size={44} iconSize={22} aria-label="Close" />
        </header>
        {figures}
        <div className={classes.body}>
          <div className={classes.list}>{list}</div>
          {mail}
        </div>
        <footer className={`cluster ${classes.foot}`}>{foot}</footer>
      </Modal.Content>
    </Modal.Root>
  )
}
