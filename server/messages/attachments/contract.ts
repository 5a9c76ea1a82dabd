import * as z from 'zod'

export const messageFile = z.object({
  id: z.number().int(),
  filename: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number().int(),
})

export const filesAnswer = z.object({ attachments: z.array(messageFile) })
export type FilesAnswer = z.infer<typeof filesAnswer>

export const fileForm = z.object({
  file: z.string().meta({
    format: 'binary',
    description: 'PDF, PNG, JPEG or a calendar file (.ics). At most 3 files and 5 MB with the others of the message.',
  }),
})

export const copyFilesInput = z.object({ from: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
export type CopyFilesInput = z.infer<typeof copyFilesInput>
