import * as z from 'zod'
import { anonymous } from '../http/anonymous.ts'
import { get } from '../http/calls.ts'
import { describeApi } from '../http/description.ts'

export const loader = get(
  anonymous({
    summary: 'This description',
    answer: z.unknown(),
    run: async ({ app }) => (await describeApi(app)).text,
  }),
)
