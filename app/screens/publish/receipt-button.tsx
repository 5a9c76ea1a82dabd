import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { usePublishSheet } from './sheet-host.tsx'

/** Opens the receipt of an event: who got it, and who has answered. */
export function ReceiptButton({ event, about, height }: { event: number; about: string; height?: number }) {
  const { openReceipt } = usePublishSheet()
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
