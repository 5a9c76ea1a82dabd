import * as z from 'zod'

export const pictureAnswer = z.object({
  address: z.string().meta({ description: 'Put it into the text: `![what it shows](address)`.' }),
})
export type PictureAnswer = z.infer<typeof pictureAnswer>
