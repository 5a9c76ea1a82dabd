import { callerOf } from '#server/engine/access/limits/caller.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { checkFile } from '#server/messages/attachments/check.ts'
import { attachFile, detachFile, findFile, registerFile } from '#server/messages/attachments/commands.ts'
import { fileForm, filesAnswer } from '#server/messages/attachments/contract.ts'
import { MAX_FILES_BYTES, TOO_LARGE } from '#server/messages/attachments/rules.ts'
import { type CallHandler, requireCallPermission } from './calls.ts'
import { readMultipart } from './multipart.ts'
import { idFrom } from './parse.ts'
import { authenticate, runInSite, type SiteCall } from './pipeline.ts'

const MAX_FORM = MAX_FILES_BYTES + 64 * 1024

const optionsFor =
  (access: 'read' | 'write'): CallHandler['optionsFor'] =>
  (request) => ({
    permit: (actor) => requireCallPermission(actor, 'admin', access, request),
  })

/**
 * Adds the file in the field `file` of a form to a message: checked and stored before the transaction that attaches it.
 * At most 30 in ten minutes.
 */
export const storeMessageFile: CallHandler = {
  summary: 'Add a file to a message that hasn’t been sent',
  requires: 'admin',
  answer: filesAnswer,
  form: fileForm,
  optionsFor: optionsFor('write'),
  handle: async (call, { params }) => {
    const { app, site, request } = call
    const actor = await authenticate(call)
    await app.limits.take('message_upload', { site: site.id, caller: callerOf(actor) })
    const id = idFrom(params.id)
    const given = await readFile(request)
    const { bytes, ...checked } = await checkFile(given, { ...app, site: site.id, now: app.clock.now() })
    const size = bytes.byteLength
    const file = await runInSite(call, { access: 'write' }, (ctx) => registerFile(ctx, id, size))
    await app.messageFiles.put(site.id, file.key, bytes)
    return runInSite(call, { access: 'write' }, (ctx) => attachFile(ctx, id, { ...file, ...checked, size }))
  },
}

export const removeMessageFile: CallHandler = {
  summary: 'Remove a file from a message that hasn’t been sent',
  requires: 'admin',
  answer: filesAnswer,
  optionsFor: optionsFor('write'),
  handle: (call, { params }) =>
    runInSite(call, { access: 'write' }, (ctx) => detachFile(ctx, idFrom(params.id), idFrom(params.file))),
}

/** Sends a message's file as an attachment: browsers never display it inline. */
export const downloadMessageFile: CallHandler = {
  summary: 'Download a message’s file',
  requires: 'admin',
  answer: 'file',
  optionsFor: optionsFor('read'),
  handle: async (call: SiteCall, { params }) => {
    const find = () =>
      runInSite(call, { access: 'read' }, (ctx) => findFile(ctx, idFrom(params.id), idFrom(params.file)))
    const { key, filename } = await find()
    const bytes = await call.app.messageFiles.read(call.site.id, key).catch((cause: unknown) => {
      throw new DomainError('unavailable', 'Files cannot be read at the moment. Please try again.', {
        retryAfter: 30,
        cause,
      })
    })
    if (!bytes) throw notFound('This file is no longer there.')
    return new Response(Buffer.from(bytes), {
      headers: {
        'cache-control': 'no-store',
        'content-type': 'application/octet-stream',
        'content-disposition': disposition(filename),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    })
  },
}

/** The name in ASCII as a fallback, and in UTF-8 as `filename*` (RFC 6266). */
const disposition = (filename: string): string => {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

async function readFile(request: Request): Promise<{ name: string; bytes: Uint8Array }> {
  const form = await readMultipart(request, MAX_FORM).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'too_large' ? invalid({ file: [TOO_LARGE] }) : error
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
