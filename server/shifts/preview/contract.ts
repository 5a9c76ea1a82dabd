import * as z from 'zod'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { rosterEdit } from '#server/shifts/roster-editor/contract.ts'

const ids = z.array(z.number().int().positive()).max(1000)

export const previewInput = z.discriminatedUnion('do', [
  z.object({ do: z.literal('save'), staged: rosterEdit }),
  z.object({ do: z.literal('publish'), shifts: ids.optional() }),
  z.object({ do: z.literal('unpublish'), shifts: ids.optional() }),
  z.object({ do: z.literal('remove') }),
])
export type PreviewInput = z.infer<typeof previewInput>

/** `published` counts and `recipients` lists the people notified by saving and then publishing. */
export type Preview = { notifies: NotificationPreview; published?: NotificationPreview; recipients?: Recipient[] }
