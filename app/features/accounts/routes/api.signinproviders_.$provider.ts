import * as z from 'zod'
import { type CallInput, calls, del, put } from '#app/http/calls.ts'
import { parse } from '#app/http/parse.ts'
import { providerInput, providerName } from '#server/accounts/social/contract.ts'
import { removeProvider, saveProvider } from '#server/accounts/social/providers.ts'

const path = z.object({ provider: providerName })
const nameOf = ({ params }: CallInput) => parse(path, params).provider

const save = put({
  summary: 'Add or change a provider',
  requires: 'admin',
  body: providerInput,
  answer: null,
  run: (ctx, input) => saveProvider(ctx, input.app.config.SESSION_SECRET, nameOf(input), input.body),
})

const remove = del({
  summary: 'Remove a provider',
  requires: 'admin',
  answer: null,
  run: (ctx, input) => removeProvider(ctx, nameOf(input)),
})

export const action = calls(save, remove)
