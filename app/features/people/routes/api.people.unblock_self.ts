import * as z from 'zod'
import { get, put } from '#app/http/calls.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { blockSchema } from '#server/people/blocked/block.ts'
import { unblockOwn } from '#server/people/blocked/commands.ts'
import { unblocked, unblockInput } from '#server/people/blocked/contract.ts'
import { readOwnBlocks } from '#server/people/blocked/queries.ts'

const block = blockSchema.nullable()

export const loader = get({
  summary: 'See whether your own email or phone is blocked, and why',
  requires: 'member',
  answer: z.object({ email_blocked: block, sms_blocked: block }),
  run: ({ db, actor }) => readOwnBlocks(db, requirePerson(actor)),
})

/** 403 while the email is not confirmed, for a complaint. */
export const action = put({
  summary: 'Start sending messages to your own email or phone again',
  requires: 'member',
  body: unblockInput,
  answer: unblocked,
  run: (ctx, { body }) => unblockOwn(ctx, body),
})
