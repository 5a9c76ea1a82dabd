import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'

/** Mantine's dialog that always returns the focus to the element that opened it. */
export function Modal(props: ModalProps) {
  useFocusReturn(props.opened)
  return <MantineModal {...props} returnFocus={false} />
}
