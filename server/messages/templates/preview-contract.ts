import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { previewQuery, readersQuery } from '#server/messages/content/preview-contract.ts'
import { MESSAGE_KINDS } from './contract.ts'

const templateText = z.object({
  kind: z.enum(MESSAGE_KINDS),
  subject: boundedText({ max: 300 }).default(''),
  body: boundedText({ max: 20_000 }).default(''),
})
export type TemplateText = z.output<typeof templateText>

export const templatePreviewInput = templateText.extend(previewQuery.shape)
export const templateReadersInput = templateText.extend(readersQuery.shape)

export const startersAnswer = z.object({ added: z.number().int() })
