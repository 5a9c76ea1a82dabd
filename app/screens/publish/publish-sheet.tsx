import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import sheet from '../../ui/sheet.module.css'
import { ProofSheet } from './proof-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import classes from './sheet.module.css'
import type { Shown } from './sheet-host.tsx'

type Props = { shown: Shown; onShow: (shown: Shown) => void; onClose: () => void }

/** One sheet with two lives: the proof of what people will read, and once it is published its receipt. */
export function PublishSheet({ shown, onShow, onClose }: Props) {
  if ('receipt' in shown) return <ReceiptSheet {...shown.receipt} onClose={onClose} />
  const { ask } = shown
  const after = () => (ask.event === null ? onClose() : onShow({ receipt: { event: ask.event, about: ask.about } }))
  return <ProofSheet ask={ask} onPublished={after} onClose={onClose} />
}

type FrameProps = {
  title: string
  sub: ReactNode
  /** Between the head and the lists. */
  figures?: ReactNode
  list: ReactNode
  mail: ReactNode
  foot: ReactNode
  onClose: () => void
}

/** The frame of both: head, list beside mail, and foot. On a phone the mail follows the list. */
export const SheetFrame = ({ title, sub, figures, list, mail, foot, onClose }: FrameProps) => (
  <Modal.Root
    opened
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
      <footer className={classes.foot}>{foot}</footer>
    </Modal.Content>
  </Modal.Root>
)
