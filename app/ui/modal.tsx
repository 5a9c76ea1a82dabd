import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'

/** Mantine's dialog, which gives the focus back however it is opened and closed. */
export function Modal(props: ModalProps) {
  useFocusReturn(props.opened)
  return <MantineModal {...props} returnFocus={false} />
}
