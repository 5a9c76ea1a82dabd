import * as z from 'zod'
import { flag } from '#server/engine/collections/flag-input.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { parseFile } from '#server/engine/parsing/parse-file.ts'
import type { ImportInput } from '#server/imports/checked-file.ts'
import { IMPORT_FILE_JOB } from '#server/imports/checked-file.ts'
import type { ApplyInput } from '#server/imports/commands.ts'
import { importKind, importMapping, importOptions } from '#server/imports/contract.ts'
import type { BeforeTransaction, Body } from './calls.ts'
import { jsonShapeProblem } from './json-shape.ts'
import { readMultipart } from './multipart.ts'
import { parse } from './parse.ts'

/** The largest file of an import, plus the fields beside it. */
const MAX_FORM = 6 * 1024 * 1024
const NAME_LENGTH = 200

const fields = z.object({
  kind: importKind,
  mapping: importMapping,
  options: importOptions,
  digest: boundedText({ max: 100 }),
  skip_errors: flag,
})

/**
 * Reads the file and the settings of an import from a multipart form: `file`, and as text `mapping` and `options`
 * (JSON), `header_row` (also one of the options), `digest` and `skip_errors`. The kind is in the query or in the form.
 * A thread parses and checks the file.
 * @throws DomainError 'invalid' with each message under its field; whatever `readMultipart`, `admit` and `parseFile`
 * throw.
 */
async function readImportForm(request: Request, { app, site, admit }: BeforeTransaction): Promise<ApplyInput> {
  await admit()
  const form = await readMultipart(request, MAX_FORM)
  const file = form.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Choose a file.'] })
  const settings = parse(fields, {
    kind: new URL(request.url).searchParams.get('kind') ?? form.get('kind'),
    mapping: jsonOf(form, 'mapping'),
    options: optionsOf(form),
    digest: form.get('digest') ?? '',
    skip_errors: form.get('skip_errors') ?? 'false',
  })
  const { digest, skip_errors, ...importSettings } = settings
  const input: ImportInput = { ...importSettings, bytes: new Uint8Array(await file.arrayBuffer()), name: nameOf(file) }
  const { timezone, default_country_code } = site
  const checked = await parseFile(app.parsers, site.id, IMPORT_FILE_JOB, {
    input,
    site: { timezone, default_country_code },
  })
  return { file: checked, options: importSettings.options, digest, skip_errors }
}

const described = z.object({
  file: z.string().meta({ format: 'binary' }),
  kind: importKind.optional(),
  mapping: z.string().optional().meta({ description: 'JSON: the field of each column, by its number.' }),
  options: z.string().optional().meta({ description: 'JSON: how to read the file.' }),
  header_row: z.number().int().optional().meta({ description: 'The line that names the columns; else it is guessed.' }),
  digest: z.string().optional().meta({ description: 'Of the preview.' }),
  skip_errors: flag.optional(),
})

export const importForm: Body<ApplyInput> = { form: described, read: readImportForm }

/** Removes control characters: the database refuses NUL. The name is only shown and stored, never opened. */
const nameOf = ({ name }: File) => [...name.replace(/\p{Cc}/gu, '')].slice(0, NAME_LENGTH).join('') || 'file.csv'

function optionsOf(form: FormData): unknown {
  const [options, row] = [jsonOf(form, 'options'), form.get('header_row')]
  if (row === null || row === '') return options
  if (typeof row !== 'string' || !/^\d{1,6}$/.test(row)) throw invalid({ header_row: ['Must be a number.'] })
  return typeof options === 'object' && !Array.isArray(options) ? { ...options, header_row: Number(row) } : options
}

function jsonOf(form: FormData, field: string): unknown {
  const text = form.get(field) ?? '{}'
  if (typeof text !== 'string') return null
  const problem = jsonShapeProblem(Buffer.from(text))
  if (problem) throw invalid({ [field]: [problem] })
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ [field]: ['Not readable as JSON.'] })
  }
}
