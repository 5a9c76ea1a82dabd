import { runsAsFormula } from '#server/engine/kernel/spreadsheet.pure.ts'
import type { ImportPreview } from '#server/imports/contract.ts'

const escapeFormula = (text: string) => (runsAsFormula(text) ? `'${text}` : text)
const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Formats the rows with errors as a CSV file to correct and import again: the used columns under the file's headers,
 * then each row's line number and errors. With a BOM, so that spreadsheets read UTF-8.
 */
export function errorCsv({ columns, rows }: Pick<ImportPreview, 'columns' | 'rows'>): string {
  const used = columns.filter(({ field }) => field !== 'ignore')
  const labels = new Map(used.map(({ field, header }) => [field, header]))
  const errorText = (errors: Record<string, string[]>) =>
    Object.entries(errors)
      .map(([field, messages]) => [labels.get(field), messages.join(' ')].filter(Boolean).join(': '))
      .join('; ')
  const lines = [
    [...used.map(({ header }) => header), 'Line', 'What is wrong'],
    ...rows
      .filter(({ outcome }) => outcome === 'error')
      .map(({ cells, line, errors }) => [
        ...used.map(({ field }) => cells[field] ?? ''),
        String(line),
        errorText(errors),
      ]),
  ]
  return `\uFEFF${lines.map((cells) => cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')).join('\r\n')}\r\n`
}
