import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { openReceipt } from './sheet-store.ts'

export function ReceiptButton({ event, about, height }: { event: number; about: string; height?: number }) {
  return (
    <Button
      variant="default"
      {...(height !== undefined && { h: height })}
      leftSection={<IconMailCheck size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => openReceipt(event, about)}
    >
      Who got it
    </Button>
  )
}
